import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import type { OperatorUseCases } from '#operators/application/operator.ts';
import { operatorAs, requireRight } from '#operators/application/operator-as.ts';
import type { AuthenticateProgram, Program } from '#operators/application/ports/inbound/token-use-cases.ts';
import { type RefusalReason, Refused } from '#operators/domain/refused.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { PersonNotMeant } from '#operators/domain/work/known-people.ts';
import { Bodies } from '../../../../adapters/inbound/node-http/bodies.ts';
import { readQueriesPlainly } from '../../../../adapters/inbound/node-http/plain-request.ts';
import type { Clock } from '../../../../application/ports/outbound/runtime.ts';
import { isIdempotencyKey } from '../../../../domain/idempotency-key.ts';
import { clientAddress } from '../presentation/client-address.ts';
import { fieldsOn, readFields } from '../presentation/fields.ts';
import type { Operation } from '../presentation/operation.ts';
import { served } from '../presentation/operations.ts';
import { bodyOf } from './body.ts';
import { describe, describeForClients } from './document.ts';
import { ApiProblem, answerOf, NamesNothing, type ProblemAnswer, problemOf } from './problems.ts';

interface OperatorsApiOptions {
  readonly operator: OperatorUseCases;
  readonly authenticate: AuthenticateProgram;
  readonly clock: Clock;
  /** The version of the service, for the description. */
  readonly version: string;
  /** The time zone of the business. */
  readonly timeZone: TimeZone;
  /** Whether the service is behind a proxy, at https. */
  readonly isProxied: boolean;
  /** Called with a token that does not work. Returns whether this address has now tried too many. */
  readonly countFailure: (address: string, token: string) => boolean;
  /** Called with an unexpected error. Its message may quote a customer. */
  readonly fault: (error: unknown) => void;
}

/** Descriptions by their paths. They can be read without a token. */
const descriptions = {
  '/api/openapi.json': describe,
  '/api/openapi-clients.json': describeForClients,
};

const isDescription = (path: string): path is keyof typeof descriptions => Object.hasOwn(descriptions, path);

/** Whether an address, as it was sent, belongs to the interface. */
export const isOfApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

/**
 * Makes the JSON interface for the operators' own programs, below `/api`. It reads no cookies and answers
 * nobody without a token.
 */
export function makeOperatorsApi(options: OperatorsApiOptions): Koa {
  const { operator, clock, version, timeZone: zone, isProxied, fault } = options;
  const described = new Map<string, Promise<string>>();
  const bodies = Bodies.ofProcess;
  const app = new Koa();
  app.silent = true;
  readQueriesPlainly(app);
  app.use(async (ctx, next) => {
    ctx.set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    if (isProxied) ctx.set('strict-transport-security', 'max-age=31536000');
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw new ApiProblem('unknown-path');
      if (ctx.status === 405 || ctx.status === 501) tell(ctx, answerOf('method-not-allowed'));
    } catch (error) {
      const known = problemOf(error);
      if (!known) fault(error);
      tell(ctx, known ?? answerOf('fault'));
    }
  });
  app.use(async (ctx, next) => {
    if (isDescription(ctx.path) && ['GET', 'HEAD'].includes(ctx.method)) {
      const text =
        described.get(ctx.path) ?? descriptions[ctx.path](version).then((all) => JSON.stringify(all));
      described.set(ctx.path, text);
      ctx.type = 'json';
      ctx.body = await text;
      return;
    }
    ctx.state.program = await callerOf(ctx, options);
    return next();
  });
  const router = new Router<{ program: Program }>({ prefix: '/api', sensitive: true, strict: true });
  for (const each of served)
    router.register(each.path.replace(/\{(\w+)\}/g, ':$1'), [each.method], async (ctx) => {
      const { program } = ctx.state;
      requireRight(program.role, each.needs);
      requireMeant(ctx, each);
      if (ctx.method === 'HEAD') return void Object.assign(ctx, { status: 200, type: 'json' }); // nobody looks
      const now = clock();
      const calendar = { clock: () => now, timeZone: zone };
      const query = readFields(fieldsOn(each.query, calendar), ctx.query);
      const body =
        each.method === 'GET'
          ? {}
          : readFields(fieldsOn(each.body, calendar), await bodyOf(ctx, bodies, program.tokenId));
      const part = (name: string): string => ctx.params[name] ?? '';
      const as = operatorAs({ ...program, id: program.tokenId }, operator);
      const once = onceOf(ctx, each, program);
      ctx.body = await each
        .run({ operator: as, me: program.tokenId, now, zone, part, query, body, once })
        .catch((error) => {
          throw asNamed(error, each, { ...query, ...body });
        });
      if (each.makes) ctx.status = 201;
    });
  app.use(router.routes()).use(router.allowedMethods());
  return app;
}

function tell(ctx: Context, { status, headers = {}, body }: ProblemAnswer): void {
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
}

/** Resolves to the program whose token the request has. Throws ApiProblem if there is no token that works. */
async function callerOf(ctx: Context, options: OperatorsApiOptions): Promise<Program> {
  const [, token] = /^Bearer +(\S+)$/i.exec(ctx.get('authorization')) ?? [];
  if (token === undefined) throw new ApiProblem('unauthorized');
  const program = await options.authenticate(token);
  if (program) return program;
  const address = clientAddress(ctx.get('x-forwarded-for'), ctx.ip, options.isProxied);
  throw new ApiProblem(options.countFailure(address, token) ? 'too-many-attempts' : 'unauthorized');
}

/** Throws ApiProblem for headers that ask for something the interface does not do: to ignore them would mislead. */
function requireMeant({ headers }: Context, { makes, method }: Operation): void {
  const conditions = ['if-match', 'if-unmodified-since', ...(method === 'GET' ? [] : ['if-none-match'])];
  if (conditions.some((each) => headers[each] !== undefined)) throw new ApiProblem('no-etag');
  const isRepeatable = makes || method === 'GET';
  if (!isRepeatable && headers['idempotency-key'] !== undefined) throw new ApiProblem('no-idempotency-key');
}

/**
 * Names the field to blame, if the error says that something named in it does not exist or is ambiguous; else
 * returns the error as it is.
 */
function asNamed(
  error: unknown,
  { naming = {} }: Operation,
  values: Readonly<Record<string, unknown>>,
): unknown {
  if (!(error instanceof Refused)) return error;
  const isSo = ([name, unknown]: [string, RefusalReason | undefined]) =>
    error instanceof PersonNotMeant
      ? unknown === 'unknown-person' && values[name] === error.given
      : unknown === error.reason && typeof values[name] === 'string';
  const named = Object.entries(naming)
    .filter(isSo)
    .map(([name]) => name);
  return named.length > 0 ? new NamesNothing(error, named) : error;
}

/** The order's name for one token and path: another token may use the same key for another order. */
function onceOf(ctx: Context, { makes }: Operation, { tokenId }: Program): string | undefined {
  if (!makes || ctx.headers['idempotency-key'] === undefined) return undefined;
  const key = ctx.get('idempotency-key');
  if (!isIdempotencyKey(key)) throw new ApiProblem('invalid-idempotency-key');
  return JSON.stringify([tokenId, ctx.path, key]);
}
