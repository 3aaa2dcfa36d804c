import * as runtime from '../adapters/outbound/runtime/runtime.ts';
import { makeOperatorUseCases } from '../application/operator.ts';
import type { OperatorUseCases } from '../application/ports/inbound/operator.ts';
import type { AuditLog } from '../application/ports/outbound/audit-log.ts';
import type { BackOffice } from '../application/ports/outbound/back-office.ts';
import type { Clock, RandomBytes } from '../application/ports/outbound/runtime.ts';
import type { ManagedVendors } from '../application/ports/outbound/vendor-directory.ts';
import type { KeyKind } from '../domain/api-key.ts';
import { requireMethods } from './require-methods.ts';

/** The driven ports of the operator's use cases. No default does any I/O. */
export interface OperatorServicePorts {
  readonly vendors: ManagedVendors;
  readonly backOffice: BackOffice;
  readonly audit: AuditLog;
  /** By default keys are issued for production: `live`. */
  readonly keyKind?: KeyKind | undefined;
  readonly clock?: Clock | undefined;
  readonly randomBytes?: RandomBytes | undefined;
}

/** Composes the operator's use cases over your ports. Throws TypeError if one lacks a method. */
export function createOperator({
  vendors,
  backOffice,
  audit,
  keyKind = 'live',
  clock = runtime.clock,
  randomBytes = runtime.randomBytes,
}: OperatorServicePorts): OperatorUseCases {
  requireMethods('vendors', vendors, 'add', 'account', 'accounts', 'holderOf', 'changeKeys');
  requireMethods('backOffice', backOffice, 'lead', 'deals', 'changeStatus', 'assign', 'tally', 'tallyByDay');
  requireMethods('backOffice', backOffice, 'contact', 'contacts', 'changeContact', 'merge');
  requireMethods('backOffice', backOffice, 'erase', 'eraseLead');
  requireMethods('audit', audit, 'begin', 'end', 'entries');
  const digest = runtime.sha256;
  return makeOperatorUseCases({ vendors, backOffice, audit, keyKind, clock, randomBytes, digest });
}
