import { expect, it } from 'vitest';
import { sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';
import { makeAuthenticateProgram } from '../../../../src/operators/application/desk/access-tokens.ts';
import { days, inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const by = 'Grace';

function withTokens() {
  const parts = inMemoryOperator();
  return { ...parts, authenticate: makeAuthenticateProgram({ ...parts.ports, digest: sha256 }) };
}

it('a token lets its program act with its role, under a name that no person goes by', async () => {
  const { operator, authenticate, audit, ports } = withTokens();
  const { text, token } = await operator.issueToken({ name: ' crm-bridge ', role: 'sales', by });
  expect(text).toMatch(/^lead_operator_[0-9A-Za-z]{43}$/);
  expect(await authenticate(text)).toEqual({
    tokenId: token.id,
    name: 'crm-bridge (token)',
    role: 'sales',
  });
  for (const wrong of ['', token.id, token.digest, token.hint, `${text} `, text.toLowerCase()])
    expect([wrong, await authenticate(wrong)]).toEqual([wrong, undefined]);
  expect(audit.kept).toMatchObject([{ action: 'token.issue', on: token.id, by, outcome: 'done' }]);
  const kept = JSON.stringify([await ports.accessTokens.all(), audit.kept]);
  expect(kept).not.toContain(text);
});

it('a token works until it expires, or until it is revoked', async () => {
  const { operator, authenticate, time, audit, clock } = withTokens();
  const order = { name: 'crm-bridge', role: 'viewer', by } as const;
  const { text } = await operator.issueToken({ ...order, term: days(90) });
  const { text: successor, token } = await operator.issueToken(order); // of the same name
  time.now += days(90) - 1;
  expect(await authenticate(text)).toBeDefined();
  time.now += 1;
  expect(await authenticate(text)).toBeUndefined();
  expect(await authenticate(successor)).toBeDefined();
  const revoked = await operator.revokeToken({ tokenId: token.id, by });
  expect(revoked.revoked).toEqual(clock());
  expect(await authenticate(successor)).toBeUndefined();
  expect(audit.kept.at(-1)).toMatchObject({ action: 'token.revoke', on: token.id, by, outcome: 'done' });
  await expect(operator.issueToken({ ...order, term: 0 })).rejects.toMatchObject({ reason: 'invalid-term' });
  await expect(operator.issueToken({ ...order, name: 'x'.repeat(94) })).rejects.toMatchObject({
    reason: 'invalid-operator-name',
  });
});

it('the list says when each was last used, to the minute', async () => {
  const { operator, authenticate, time } = withTokens();
  const { text, token } = await operator.issueToken({ name: 'crm-bridge', role: 'sales', by });
  const lastUse = async () => (await operator.listTokens())[0]?.lastUsed?.getTime();
  expect(await lastUse()).toBeUndefined();
  time.now += 1_000;
  await authenticate(text);
  const first = token.created.getTime();
  await expect.poll(lastUse).toBe(first);
  time.now = first + minutes(2) + 1;
  await authenticate(text);
  await expect.poll(lastUse).toBe(first + minutes(2));
});

it('what was mistyped for an id enters no audit log', async () => {
  const { operator, audit } = withTokens();
  const { text } = await operator.issueToken({ name: 'crm-bridge', role: 'sales', by });
  const attempt = operator.revokeToken({ tokenId: text, by });
  await expect(attempt).rejects.toMatchObject({ reason: 'unknown-token' });
  expect(audit.kept).toHaveLength(1);
});
