import type { RouterContext } from '@koa/router';
import type { OwnUseCases, UseCase } from '../../../application/operator-as.ts';
import type { Session } from '../../../application/ports/inbound/desk.ts';
import type { Hook } from '../../../domain/hook.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { Offer } from './undo.ts';

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
  /** What was posted; empty for a GET. */
  form: URLSearchParams;
  /** What the change before this page did; shown once. */
  said: string | undefined;
  /** What this person can still take back. */
  undo: Offer | undefined;
  /** Webhooks that this person has to see to. */
  trouble: readonly Hook[];
}

export type DeskContext = RouterContext<DeskState>;

/** Registers the addresses of one kind of page. */
export type DeskPages = (routes: DeskRoutes) => void;

/** Where a page registers its addresses. Whoever may not use what one needs is refused before anything of it is read. */
interface DeskRoutes {
  get: RegisterRoute;
  post: RegisterRoute;
}

export type RegisterRoute = (
  path: string,
  needs: UseCase,
  answer: (ctx: DeskContext) => Promise<void> | void,
) => void;
