import type { RouterContext } from '@koa/router';
import type { OwnUseCases, UseCase } from '#operators/application/operator-as.ts';
import type { DeskAccess, Session } from '#operators/application/ports/inbound/desk-use-cases.ts';
import type { Hook } from '#operators/domain/events/hook.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Digest } from '../../../../application/ports/outbound/runtime.ts';
import type { Html } from './html.ts';
import type { WhoIsHere } from './who-is-here.ts';

/** The reason of a refusal. */
export type Why = Html | string;

/** What a page of the desk knows beside the request itself. */
export interface DeskState {
  session: Session;
  /** The use cases, in this person's name. */
  operator: OwnUseCases;
  /** Whether this person may call a use case: a page offers nothing else. */
  may: (useCase: UseCase) => boolean;
  now: Date;
  /** The time zone of the business. */
  zone: TimeZone;
  version: string;
  /** The name of the business; `undefined` if the desk was told none. */
  name: string | undefined;
  /** The desk's host, with its port. */
  host: string;
  /** The address at which vendors reach the service, without `/v1`. */
  serviceUrl: string;
  query: URLSearchParams;
  /** The posted fields; empty for a GET. */
  form: URLSearchParams;
  /** A posted form that was refused: its operation, and the reason. */
  refused?: { readonly form: string; readonly why: Why };
  /** The plans of questions. */
  plans: Pick<DeskAccess, 'keepPlan' | 'takePlan'>;
  digest: Digest;
  /** A sentence on the change before this page; shown once. */
  said: string | undefined;
  /** The offer to undo the change before this page; shown once. */
  undo: UndoOffer | undefined;
  /** Notes that this person has a lead open, and returns who else has. */
  whoIsAt: WhoIsHere;
  /** Webhooks that this person has to see to. */
  trouble: readonly Hook[];
  /** Problems of the store that an admin should know, in sentences. */
  concern: string | undefined;
}

/** Changes made at one time, to be undone together. A long order is made in several parts. */
export interface ChangedTogether {
  readonly at: Date;
  readonly count: number;
}

/** Changes of leads that somebody has just made. */
export interface UndoOffer {
  readonly parts: readonly ChangedTogether[];
  /** The names of the first few leads. */
  readonly names: readonly string[];
  /** The status or owner that all had before; `undefined` if they differed. */
  readonly from: string | undefined;
}

export type DeskContext = RouterContext<DeskState>;

/** Registers the addresses of one kind of page. */
export type DeskPages = (routes: DeskRoutes) => void;

/**
 * Registers addresses with the use case that each needs. People who may not call it are refused before the
 * request is read.
 */
export interface DeskRoutes {
  get: RegisterRoute;
  post: RegisterRoute;
}

export type RegisterRoute = (
  path: string,
  needs: UseCase,
  answer: (ctx: DeskContext) => Promise<void> | void,
) => void;
