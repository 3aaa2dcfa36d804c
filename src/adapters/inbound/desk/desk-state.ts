import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Session } from '../../../application/ports/inbound/desk.ts';
import type { OperatorUseCases } from '../../../application/ports/inbound/operator.ts';

/** What a page of the desk knows beside the request. */
export interface DeskState {
  session: Session;
  /** As this person may use it. */
  operator: OperatorUseCases;
  now: Date;
  /** What was posted; empty for a GET. */
  form: URLSearchParams;
  /** What the change before this page did; shown once. */
  said: string | undefined;
}

export type DeskContext = RouterContext<DeskState>;

/** Registers the routes of one kind of page. */
export type DeskPages = (router: Router<DeskState>) => void;
