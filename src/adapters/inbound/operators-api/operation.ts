import type { OwnUseCases, UseCase } from '../../../application/operators/operator-as.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { Fields, ValuesOf } from './fields.ts';
import type { answerSchemas } from './schemas.ts';

/** What an operation knows of a request that it may carry out. */
export interface Call<Q extends Fields = Fields, B extends Fields = Fields> {
  /** As this program may use it. */
  readonly operator: OwnUseCases;
  /** The id of who calls. */
  readonly me: string;
  readonly now: Date;
  readonly zone: TimeZone;
  /** A part of the path, by its name there. */
  readonly part: (name: string) => string;
  readonly query: ValuesOf<Q>;
  readonly body: ValuesOf<B>;
  /** What names the order, if it is to be carried out once. */
  readonly once: string | undefined;
}

/** One operation of the interface: how it is served, and how it is described. */
export interface Operation<Q extends Fields = Fields, B extends Fields = Fields> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`; `{name}` stands for one segment. */
  readonly path: string;
  /** Whoever may not use it is refused before anything of the request is read. */
  readonly needs: UseCase;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Q;
  readonly body?: B;
  /** Makes something, for which a request may have an Idempotency-Key. */
  readonly makes?: true;
  readonly answer: keyof typeof answerSchemas;
  readonly run: (call: Call<Q, B>) => Promise<object>;
}

/** Nothing is added: it tells the types of query and body to `run`. */
export const operation = <Q extends Fields = Record<never, never>, B extends Fields = Record<never, never>>(
  given: Operation<Q, B>,
): Operation => given as unknown as Operation;
