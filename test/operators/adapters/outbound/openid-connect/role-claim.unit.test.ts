import { describe, expect, it } from 'vitest';
import {
  RoleClaim,
  type RoleWords,
} from '../../../../../src/operators/adapters/outbound/openid-connect/role-claim.ts';

const ours = undefined;
const groups: RoleWords = [
  ['leads-sales', 'sales'],
  ['leads-admins', 'admin'],
];
const withBlank: RoleWords = [
  ['Leads Admins', 'admin'],
  ['Sales', 'sales'],
];
const directory: RoleWords = [['ou=desk,dc=example', 'viewer']];

describe('a role', () => {
  it.each([
    ['sales', ours, 'sales'],
    [' sales ', ours, 'sales'],
    ['staff viewer', ours, 'viewer'],
    ['staff; sales', ours, 'sales'],
    ['viewer,sales', ours, 'sales'],
    ['No admin, staff', ours, undefined], // with commas, blanks belong to the words
    ['cn=interns,ou=groups,admin', ours, undefined],
    ['CN=Support admin,OU=x', ours, undefined],
    ['["viewer", "sales"]', ours, 'sales'],
    ['["No admin"]', ours, undefined],
    ['[admin]', ours, undefined],
    [['viewer', 'sales'], ours, 'sales'],
    [['No admin', 'Sales', 'x,admin'], ours, undefined], // a word of a list is one word
    ['administrator', ours, undefined],
    [{ sales: { 2: 'example.zitadel.cloud' } }, ours, 'sales'],
    [{ viewer: true, admin: false, sales: null }, ours, 'viewer'],
    [[['admin']], ours, undefined],
    [[{ name: 'admin' }], ours, undefined],
    [undefined, ours, undefined],
    [null, ours, undefined],
    [true, ours, undefined],
    [['leads-sales'], groups, 'sales'],
    ['interns leads-admins', groups, 'admin'],
    ['interns,leads-admins', groups, 'admin'],
    [['leads-sales', 'leads-admins'], groups, 'admin'],
    [['admin', 'sales', 'viewer'], groups, undefined], // where words are set, ours count for nothing
    [['LEADS-SALES', 'leads-sales '], groups, undefined],
    ['Leads Admins', withBlank, 'admin'],
    ['After Sales', withBlank, undefined], // words with blanks are never split at blanks
    ['After Sales, Sales', withBlank, 'sales'],
    ['ou=desk,dc=example', directory, 'viewer'],
    ['cn=x,ou=desk,dc=example', directory, undefined],
  ])('of %j', (claim, words, role) => {
    expect(new RoleClaim('groups', words).roleIn({ groups: claim })).toBe(role);
  });

  it.each(['preferred_username', 'name', 'sub', 'email', 'upn'])(
    'of %s is never one of several words: people choose it',
    (name) => {
      const claim = new RoleClaim(name, [['ada@example.com', 'admin']]);
      const roleOf = (text: string) => claim.roleIn({ [name]: text, email_verified: true });
      expect(roleOf('ada@example.com')).toBe('admin');
      for (const text of [
        'eve ada@example.com',
        '"x, ada@example.com ,y"@evil.example',
        '["ada@example.com"]',
      ])
        expect(roleOf(text)).toBeUndefined();
    },
  );
});

describe('why there is none', () => {
  it.each([
    [undefined, ours, 'the claim roles is absent. Its scope may be missing in DESK_OIDC_SCOPE, or a rule'],
    ['staff boss', ours, 'the claim roles is a text of 2 words, and none is viewer, sales or admin'],
    ['boss', groups, 'the claim roles is a text of one word, and none is a word of DESK_OIDC_ROLES'],
    [['x', 'y'], ours, 'the claim roles is a list of 2, and none is viewer, sales or admin'],
    [[], ours, 'the claim roles is a list of 0, and'],
    [[{ name: 'sales' }], ours, 'the claim roles is a list of 1, not all of them texts, and none'],
    [{ a: {}, b: {} }, ours, 'the claim roles is an object with 2 names, and none'],
    [7, ours, 'the claim roles is a number, and none'],
    [['/sales'], ours, 'or admin, but for case or a slash'],
    [['Sales'], ours, 'or admin, but for case or a slash'],
  ])('%j', (roles, words, lack) => {
    const said = new RoleClaim('roles', words).lackIn({ roles });
    expect(said).toContain(lack);
    expect(said).not.toMatch(/boss|staff/);
  });

  it('an email that is not verified', () => {
    const claim = new RoleClaim('email', [['ada@example.com', 'admin']]);
    expect(claim.lackIn({ email: 'ada@example.com' })).toBe(
      'the claim email counts only with email_verified, which is not true',
    );
  });
});
