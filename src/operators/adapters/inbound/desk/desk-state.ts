import type { RouterContext } from '@koa/router';
import type { OwnUseCases, UseCase } from '../../../application/operator-as.ts';
import type { Session } from '../../../application/ports/inbound/desk-use-cases.ts';
import type { Hook } from '../../../domain/events/hook.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { Html } from './html.ts';
import type { WhoIsHere } from './who-is-here.ts';

/** Why something was refused. */
export type Why = Html | string;

/** What a page of the desk knows beside the request. */
export interface DeskState {
  session: Session;
  /** The use cases as this person may use them. */
  operator: OwnUseCases;
  /** Whether this person may use it: a page offers nothing else. */
  may: (useCase: UseCase) => boolean;
  now: Date;
  /** Where the business is. */
  zone: TimeZone;
  version: string;
  query: URLSearchParams;
  /** What was posted; empty for a GET. */
  form: URLSearchParams;
  /** What was posted and not done: the operation of its form, and why not. */
  refused?: { readonly form: string; readonly why: Why };
  /** What the change before this page did; shown once. */
  said: string | undefined;
  /** What the change before this page did to leads, to be taken back; offered once. */
  undo: UndoOffer | undefined;
  /** Tells that this person has a lead open, and who else has. */
  whoIsAt: WhoIsHere;
  /** Webhooks that this person has to see to. */
  trouble: readonly Hook[];
}

/** Changes that were made together, as of one time. An order that takes long has several parts, which are taken back together. */
export interface ChangedTogether {
  readonly at: Date;
  readonly count: number;
}

/** Changes of leads that somebody made just now. */
export interface UndoOffer {
  readonly parts: readonly ChangedTogether[];
  /** Of the first few leads. */
  readonly names: readonly string[];
  /** What they were before, or whose, if all were the same. */
  readonly from: string | undefined;
}

export type DeskContext = RouterContext<DeskState>;

/** Registers the addresses of one kind of page. */
export type DeskPages = (routes: DeskRoutes) => void;

/** Where a page registers its addresses. Whoever may not use what one needs is refused before anything of it is read. */
export interface DeskRoutes {
  get: RegisterRoute;
  post: RegisterRoute;
}

export type RegisterRoute = (
  path: string,
  needs: UseCase,
  answer: (ctx: DeskContext) => Promise<void> | void,
) => void;
