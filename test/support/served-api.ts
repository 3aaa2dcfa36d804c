import type { AccessToken } from '../../src/operators/domain/work/access-token.ts';
import type { DeskRole } from '../../src/operators/domain/work/desk-role.ts';
import { openServedDesk } from './served-desk.ts';

interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** As JSON, unless it is a text. */
  readonly body?: unknown;
}

/** The operators' JSON interface beside the desk, as it is shipped. It closes with `await using`. */
export async function openServedApi(env: Readonly<Record<string, string>> = {}) {
  const desk = await openServedDesk(env);
  const { operator, ask } = desk;

  async function issue(role: DeskRole = 'admin', name = 'crm-bridge', term?: number): Promise<string> {
    return (await operator.issueToken({ name, role, term, by: 'test' })).text;
  }
  const usual = await issue();

  return {
    ...desk,
    /** A new token. */
    issue,
    tokenOf: async (text: string): Promise<AccessToken | undefined> =>
      (await operator.listTokens()).find(({ hint }) => text.startsWith(hint)),
    /** Below `/api`, by default with an admin's token. */
    async call(path: string, { method = 'GET', token = usual, headers = {}, body }: Sent = {}) {
      const answer = await ask(`/api${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const isJson = answer.headers['content-type']?.startsWith('application/json');
      return { ...answer, json: isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined };
    },
    [Symbol.asyncDispose]: desk[Symbol.asyncDispose],
  };
}
