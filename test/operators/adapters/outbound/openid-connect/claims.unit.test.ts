import { expect, it } from 'vitest';
import { claimAt } from '../../../../../src/operators/adapters/outbound/openid-connect/claims.ts';

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
])('the claim %s of %j is %j', (path, claims, found) => {
  expect(claimAt(path, claims)).toEqual(found);
});
