import { plainId } from '../../domain/plain-id.ts';
import type { ReadAudit, ReadOwnAudit } from '../ports/inbound/audit.ts';
import type { AuditLog } from '../ports/outbound/audit-log.ts';
import { authorOf, idOf, type PeoplePorts } from './known-people.ts';

type ReadAuditPorts = PeoplePorts & { readonly audit: Pick<AuditLog, 'entries'> };

export const makeReadAudit =
  (ports: ReadAuditPorts): ReadAudit =>
  async ({ person, on, ...query }) => {
    const isToken = person?.startsWith('tok_');
    const byId = person === undefined || isToken ? person : await idOf(ports, person);
    return ports.audit.entries({ ...query, on: on && plainId(on), byId });
  };

export const makeReadOwnAudit =
  (ports: ReadAuditPorts): ReadOwnAudit =>
  async ({ by, ...query }) => {
    const { byId } = await authorOf(ports, by);
    return byId === undefined ? [] : ports.audit.entries({ ...query, byId });
  };
