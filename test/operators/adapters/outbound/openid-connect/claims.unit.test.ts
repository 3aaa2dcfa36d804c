import { describe, expect, it } from 'vitest';
import {
  claimAt,
  ourWords,
  roleIn,
} from '../../../../../src/operators/adapters/outbound/openid-connect/claims.ts';

describe('a claim', () => {
  it.each([
    ['roles', { roles: 'sales' }, 'sales'],
    ['realm_access.roles', { realm_access: { roles: ['sales'] } }, ['sales']],
    ['resource_access.leads-desk.roles', { resource_access: { 'leads-desk': { roles: ['x'] } } }, ['x']],
    [
      'resource_access.desk.example.com.roles',
      { resource_access: { 'desk.example.com': { roles: 'x' } } },
      'x',
    ],
    ['https://example.com/roles', { 'https://example.com/roles': ['admin'] }, ['admin']],
    ['https://example.com/app.roles', { 'https://example.com/app': { roles: 'x' } }, 'x'],
    ['a.b', { 'a.b': 'by its name', a: { b: 'by the path' } }, 'by its name'],
    ['a.b', { a: { b: null } }, null],
    ['a.b', { a: 'text' }, undefined],
    ['a.b', { a: null }, undefined],
    ['a.', { a: { '': 'x' } }, 'x'],
    ['', {}, undefined],
    ['.', {}, undefined],
    ['a..b', { a: { b: 1 } }, undefined],
    ['constructor.name', {}, undefined],
    ['__proto__.roles', JSON.parse('{"__proto__": {"roles": "x"}}'), 'x'],
    ['roles.length', { roles: ['x'] }, 1],
  ])('%s of %j is %j', (path, claims, found) => {
    expect(claimAt(path, claims)).toEqual(found);
  });
});

describe('a role', () => {
  const groups = [
    ['leads-sales', 'sales'],
    ['Leads Admins', 'admin'],
    ['ou=desk,dc=example', 'viewer'],
  ] as const;

  it.each([
    ['sales', ourWords, 'sales'],
    [' sales ', ourWords, 'sales'],
    ['staff viewer', ourWords, undefined], // a text is one word, too
    ['cn=interns,ou=groups,admin', ourWords, undefined],
    ['["viewer", "sales"]', ourWords, 'sales'], // but a list in JSON
    ['["No admin"]', ourWords, undefined],
    ['[admin]', ourWords, undefined],
    [['viewer', 'sales'], ourWords, 'sales'],
    [['No admin', 'Sales'], ourWords, undefined], // a word of a list is one word
    ['administrator', ourWords, undefined],
    [{ admin: true }, ourWords, undefined],
    [[['admin']], ourWords, undefined],
    [undefined, ourWords, undefined],
    [null, ourWords, undefined],
    [true, ourWords, undefined],
    [['leads-sales'], groups, 'sales'],
    [['leads-sales', 'Leads Admins'], groups, 'admin'],
    ['Leads Admins', groups, 'admin'],
    ['ou=desk,dc=example', groups, 'viewer'],
    ['cn=x,ou=desk,dc=example', groups, undefined],
    [['admin', 'sales', 'viewer'], groups, undefined], // where words are set, ours count for nothing
    [['LEADS-SALES', 'leads-sales '], groups, undefined],
  ])('of %j', (claim, words, role) => {
    expect(roleIn(claim, words)).toBe(role);
  });
});
