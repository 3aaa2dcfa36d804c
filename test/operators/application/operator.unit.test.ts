import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/adapters/outbound/runtime/runtime.ts';
import { SqliteSources } from '../../../src/adapters/outbound/sqlite/sqlite-sources.ts';
import { StoreUnavailable } from '../../../src/application/ports/outbound/store.ts';
import { ApiKey } from '../../../src/domain/api-key.ts';
import { EmailAddress } from '../../../src/domain/email-address.ts';
import { PhoneNumber } from '../../../src/domain/phone-number.ts';
import { makeEraseContact } from '../../../src/operators/application/contacts/known-contacts.ts';
import { makeDeskAccess } from '../../../src/operators/application/desk/desk-access.ts';
import { noHooks } from '../../../src/operators/application/events/known-hooks.ts';
import { makeMoveLead } from '../../../src/operators/application/leads/move-leads.ts';
import { makeRunRetention } from '../../../src/operators/application/leads/retention.ts';
import { notKept } from '../../../src/operators/application/not-kept.ts';
import { makeOperatorUseCases } from '../../../src/operators/application/operator.ts';
import { operatorAs } from '../../../src/operators/application/operator-as.ts';
import type { AuditEnd } from '../../../src/operators/application/ports/outbound/audit-log.ts';
import { ProviderFailed } from '../../../src/operators/application/ports/outbound/identity-provider.ts';
import { type RefusalReason, Refused } from '../../../src/operators/domain/refused.ts';
import { ForbiddenMove } from '../../../src/operators/domain/work/move-deal.ts';
import { dealOf } from '../../../suites/samples.ts';
import { someHeld } from '../../../suites/source-samples.ts';
import { addDeal } from '../../support/added-leads.ts';
import { changesIn } from '../../support/changes-in.ts';
import { days, inMemoryOperator } from '../../support/in-memory-operator.ts';

const by = 'grace';
const untold = { knownHooks: noHooks, ringBell() {} };

/** The port, but for these of its methods. */
const but = <P extends object>(port: P, other: Partial<P>): P =>
  new Proxy(port, {
    get: (_, name) =>
      Reflect.get(other, name) ?? (Reflect.get(port, name) as (() => void) | undefined)?.bind(port),
  });

it.each(['', ' ', '\u3164', '\u200c\u2800', 'x'.repeat(101), 'grace\u001b[2J', 'grace\nhopper', 7])(
  '%j is no name of an operator',
  async (name) => {
    const { operator, audit } = inMemoryOperator();
    await expect(operator.addVendor({ name: 'Acme', by: name as string })).rejects.toThrow(
      'the name of who makes it',
    );
    expect(audit.kept).toEqual([]);
  },
);

describe('vendors', () => {
  it('are added only once under the same name', async () => {
    const { operator } = inMemoryOperator();
    const added = await operator.addVendor({ name: ' Acme ', by });
    expect(added).toMatchObject({ name: 'Acme', keys: [] });
    expect(added.id).toMatch(/^ven_[0-9A-Za-z]{14}$/);
    await expect(operator.addVendor({ name: 'Acme', by })).rejects.toThrow(
      'A vendor with this name already exists',
    );
    expect(await operator.listVendors()).toEqual([added]);
  });
});

describe('keys', () => {
  async function withVendor() {
    const parts = inMemoryOperator();
    const vendor = await parts.operator.addVendor({ name: 'Acme', by });
    return { ...parts, vendor };
  }

  it('are returned in clear when issued, and stored as a digest', async () => {
    const { operator, vendor, clock } = await withVendor();
    const { text, key } = await operator.issueKey({ vendor: 'Acme', term: days(90), by });
    expect(ApiKey.isWellFormed(text)).toBe(true);
    expect(key).toMatchObject({ digest: sha256(text), expires: new Date(clock().getTime() + days(90)) });
    const kept = await operator.listKeys({ vendor: vendor.id });
    expect(kept.keys).toEqual([key]);
    expect(JSON.stringify(kept)).not.toContain(text);
  });

  it('overlap when rotated', async () => {
    const { operator, clock, vendors } = await withVendor();
    const first = await operator.issueKey({ vendor: 'Acme', by });
    const second = await operator.rotateKey({ keyId: first.key.id, overlap: days(7), by });
    expect(second.text).not.toBe(first.text);
    expect(second.old).toMatchObject({
      expires: new Date(clock().getTime() + days(7)),
      replacedBy: second.key.id,
    });
    for (const { text } of [first, second]) expect(await vendors.find(sha256(text))).toBeDefined();
    await expect(operator.rotateKey({ keyId: first.key.id, overlap: 0, by })).rejects.toThrow(
      `has already been replaced by ${second.key.id}.`,
    );
  });

  it('stay of their kind when rotated, whichever kind would be issued now', async () => {
    const { operator, ports } = await withVendor();
    const { key } = await operator.issueKey({ vendor: 'Acme', by });
    const inProduction = makeOperatorUseCases({ ...ports, keyKind: 'live' });
    const { text } = await inProduction.rotateKey({ keyId: key.id, overlap: 0, by });
    expect(ApiKey.kindOf(text)).toBe('test');
    const { text: issued } = await inProduction.issueKey({ vendor: 'Acme', by });
    expect(ApiKey.kindOf(issued)).toBe('live');
  });

  it('cannot be revoked again or rotated once revoked', async () => {
    const { operator } = await withVendor();
    const { key } = await operator.issueKey({ vendor: 'Acme', by });
    const revoked = await operator.revokeKey({ keyId: key.id, by });
    expect(revoked.key.revoked).toBeDefined();
    await expect(operator.revokeKey({ keyId: key.id, by })).rejects.toThrow('already revoked');
    await expect(operator.rotateKey({ keyId: key.id, overlap: 0, by })).rejects.toThrow('is revoked');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, days(3_651), '90d', '86400000', null])(
    'are neither issued nor replaced for a time of %s',
    async (time) => {
      const { operator } = await withVendor();
      const { key } = await operator.issueKey({ vendor: 'Acme', by });
      await expect(operator.issueKey({ vendor: 'Acme', term: time as number, by })).rejects.toThrow(Refused);
      await expect(operator.rotateKey({ keyId: key.id, overlap: time as number, by })).rejects.toThrow(
        Refused,
      );
      expect((await operator.listKeys({ vendor: 'Acme' })).keys).toEqual([key]);
    },
  );

  it('may be replaced at once, but are not issued for no time at all', async () => {
    const { operator, clock } = await withVendor();
    const { key } = await operator.issueKey({ vendor: 'Acme', term: 1, by });
    await expect(operator.issueKey({ vendor: 'Acme', term: 0, by })).rejects.toThrow('from 1 millisecond');
    await operator.issueKey({ vendor: 'Acme', term: days(3_650), by });
    const { old } = await operator.rotateKey({ keyId: key.id, overlap: 0, by });
    expect(old.expires).toEqual(clock());
  });

  it('are refused for a reason that a program can tell', async () => {
    const { crm, file, operator, ports, submit, leases, tickets } = await withVendor();
    await submit('lead-1', { draft: { phone: '5550100000' } });
    await operator.moveLead({ leadId: 'lead-1', to: 'Won', by });
    const { key } = await operator.issueKey({ vendor: 'Acme', by });
    await operator.revokeKey({ keyId: key.id, by });
    await submit('lead-of-bob', { draft: { email: 'bob@example.com' } });
    await submit('lead-of-eve', { draft: { email: 'eve@example.com' } });
    const contactOf = async (leadId: string) =>
      (await operator.showLead({ leadId, by: 'test' })).deal.contactId;
    const [ada, eve] = [await contactOf('lead-1'), await contactOf('lead-of-eve')];
    await operator.eraseContact({ contactId: eve, by });
    await operator.editContact({ contactId: ada, draft: { phone: '5550101111' }, by });
    const url = 'https://example.com/events';
    const { hook } = await operator.addHook({ url, by });
    const deskAccess = makeDeskAccess({ ...ports, tickets });
    const reasons = {
      'unknown-vendor': () => operator.listKeys({ vendor: 'Blue' }),
      'unknown-key': () => operator.revokeKey({ keyId: 'key_1', by }),
      'unknown-lead': () => operator.showLead({ leadId: 'lead-2', by: 'test' }),
      'unknown-contact': () => operator.findContact({ contactId: 'nobody', by: 'test' }),
      'unknown-partner': () => operator.planMerge({ keptId: ada, goneId: 'nobody', by }),
      'invalid-vendor-name': () => operator.addVendor({ name: ' ', by }),
      'vendor-name-taken': () => operator.addVendor({ name: ' Acme ', by }),
      'invalid-operator-name': () => operator.addVendor({ name: 'Blue', by: ' ' }),
      'invalid-term': () => operator.issueKey({ vendor: 'Acme', term: 0, by }),
      'key-not-active': () => operator.rotateKey({ keyId: key.id, overlap: 0, by }),
      'forbidden-move': () => operator.moveLead({ leadId: 'lead-1', to: 'Lost', by }),
      'reason-required': () => operator.moveLead({ leadId: 'lead-1', to: 'Quoted', by }),
      'invalid-reason': () =>
        operator.moveLead({ leadId: 'lead-of-bob', to: 'Quoted', reason: 'x'.repeat(2_001), by }),
      'changed-meanwhile': () =>
        operator.moveLead({ leadId: 'lead-1', to: 'Quoted', seen: { status: 'In Progress' }, by }),
      'invalid-note': () => operator.noteLead({ leadId: 'lead-1', kind: 'note', by }),
      'customer-erased': async () => {
        await submit('erased', { draft: { email: 'gone@example.com' } });
        await operator.eraseLead({ leadId: 'erased', by });
        return operator.noteLead({ leadId: 'erased', kind: 'called', by });
      },
      'follow-up-of-other': async () => {
        const [leadId, at] = ['lead-of-bob', new Date(ports.clock().getTime() + 1)];
        await operator.followUp({ leadId, at, by });
        return operator.followUp({ leadId, at: undefined, by: 'ada' });
      },
      'unknown-activity': () => operator.strikeActivity({ leadId: 'lead-of-bob', activity: '99', by }),
      'activity-of-other': async () => {
        await operator.noteLead({ leadId: 'lead-of-bob', kind: 'called', by });
        return operator.strikeActivity({ leadId: 'lead-of-bob', activity: '1', by: 'ada' });
      },
      'lead-full': async () => {
        const note = { kind: 'note', text: 'x', at: ports.clock(), by } as const;
        const full = { ...dealOf({}, { id: 'full', contactId: ada }), activities: Array(1_000).fill(note) };
        await addDeal(crm, full);
        await operator.noteLead({ leadId: 'full', kind: 'called', by });
      },
      'lead-ended': () =>
        operator.followUp({ leadId: 'lead-1', at: new Date(ports.clock().getTime() + 1), by }),
      'invalid-follow-up': () => operator.followUp({ leadId: 'lead-of-bob', at: ports.clock(), by }),
      'unknown-lost-reason': () =>
        operator.moveLead({ leadId: 'lead-of-bob', to: 'Lost', lostReason: 'bored', by }),
      'invalid-limit': () => operator.listLeads({ limit: 0 }),
      'invalid-cursor': () => operator.listLeads({ limit: 1, cursor: 'bogus' }),
      'invalid-contact': () => operator.editContact({ contactId: ada, draft: { email: 'ada@' }, by }),
      'key-held': () => operator.editContact({ contactId: ada, draft: { email: 'bob@example.com' }, by }),
      'key-shared': () => operator.findContact({ phone: PhoneNumber.parse('5550100000'), by: 'test' }),
      'same-contact': () => operator.mergeContacts({ keptId: ada, goneId: ada, by }),
      'contact-gone': () => operator.editContact({ contactId: eve, draft: { zip: '1' }, by }),
      'no-hooks': () => makeOperatorUseCases({ ...ports, webhooks: undefined }).listHooks(),
      'invalid-span': () => operator.reportLeads({ since: new Date(1), until: new Date(1) }),
      'not-permitted': () =>
        operatorAs({ id: 'per_1', name: by, role: 'viewer' }, operator).moveLead({
          leadId: 'lead-1',
          to: 'Lost',
        }),
      'sign-in-failed': () => deskAccess.openLink('none'),
      'provider-down': async () => {
        const identityProvider = {
          begin: () => Promise.reject(new ProviderFailed('Nothing answers.', { isDown: true })),
          finish: () => Promise.reject(),
        };
        const access = makeDeskAccess({ ...ports, tickets, identityProvider });
        await access.beginSignIn({ returnTo: 'https://example.com/', goal: '/' });
      },
      'sign-in-over': () => deskAccess.finishSignIn({ signIn: 'none', address: 'https://example.com' }),
      'unknown-person': () => operator.endSessions({ person: 'nobody', by }),
      'several-people': async () => {
        const person = { name: 'Ada', email: undefined, role: 'viewer', seen: undefined } as const;
        for (const id of ['per_1', 'per_2']) await ports.people.keep({ id, ...person });
        await deskAccess.makeLink({ name: 'Ada', role: 'viewer', by });
      },
      'same-person': async () => {
        await operator.addPerson({ name: 'Eve', by });
        await operator.handOver({ person: 'Eve', to: 'Eve', by });
      },
      'person-only-looks': async () => {
        await operator.addPerson({ name: 'Vic', role: 'viewer', by });
        return operator.assignLead({ leadId: 'lead-of-bob', to: 'Vic', by });
      },
      'person-left': async () => {
        await operator.addPerson({ name: 'Mary', by });
        await operator.handOver({ person: 'Mary', to: undefined, by });
        await operator.assignLead({ leadId: 'lead-1', to: 'Mary', by });
      },
      'invalid-person-name': () => operator.addPerson({ name: 'Nobody', by }),
      'person-taken': async () => {
        for (let n = 0; n < 2; n += 1) await operator.addPerson({ name: 'Grace', by });
      },
      'too-many-people': async () => {
        for (let n = 0; n <= 1_000; n += 1) {
          const person = { name: `Ada ${n}`, email: undefined, role: undefined, seen: undefined };
          await ports.people.keep({ id: `per_${n}`, ...person });
        }
        await operator.addPerson({ name: 'One more', by });
      },
      'invalid-hook': () => operator.addHook({ url, vendor: 'Acme', events: ['lead.received'], by }),
      'unknown-hook': () => operator.testHook({ hookId: 'nobody', by }),
      'hook-paused': async () => {
        await operator.pauseHook({ hookId: hook.id, by });
        await operator.testHook({ hookId: hook.id, by });
      },
      'other-hook-key': async () => {
        await ports.webhooks.hooks.keepKey('another');
        const webhooks = { ...ports.webhooks, hookKey: { fingerprint: 'own', replaced: undefined } };
        await makeOperatorUseCases({ ...ports, webhooks }).rotateHook({ hookId: hook.id, overlap: 0, by });
      },
      'unknown-event': () => operator.replayHook({ hookId: hook.id, eventId: 'none', by }),
      'unknown-token': () => operator.revokeToken({ tokenId: 'tok_1', by }),
      'idempotency-key-reused': async () => {
        await operator.addVendor({ name: 'Blue', by, once: '1' });
        await operator.addVendor({ name: 'Green', by, once: '1' });
      },
      'made-before': async () => {
        for (let n = 0; n < 2; n += 1) await operator.issueKey({ vendor: 'Acme', by, once: '1' });
      },
      'no-tokens': () => {
        const without = makeOperatorUseCases({ ...ports, accessTokens: undefined });
        return without.issueToken({ name: 'crm', role: 'sales', by });
      },
      'not-kept': () => makeOperatorUseCases({ ...ports, leads: notKept('leads') }).listLeads({ limit: 1 }),
      'runs-already': async () => {
        const lease = { work: 'retention', holder: 'other', by: 'ada', since: ports.clock() };
        await leases.take({ ...lease, ends: new Date(ports.clock().getTime() + 1) }, ports.clock());
        await makeRunRetention({ ...ports, leases })({ months: 1, by });
      },
      'invalid-source': () =>
        operator.addSource({ kind: 'adf', vendor: 'Acme', thanks: 'https://a.example', by }),
      'unknown-source': () => operator.removeSource({ sourceId: 'src_1', by }),
      'only-held': async () => {
        await new SqliteSources(file).hold(someHeld({ id: 'held_2', at: ports.clock() }));
        await operator.findContact({ phone: PhoneNumber.parse('5550102030'), by });
      },
      'unknown-as-it-came': () => operator.showAsItCame({ leadId: 'lead-1', by }),
      'unknown-held': () => operator.dropHeld({ heldId: 'held_1', by }),
      'invalid-lead': async () => {
        const held = someHeld({ at: ports.clock() });
        await new SqliteSources(file).hold(held);
        await operator.sendHeld({ heldId: held.id, fields: { phone: '1' }, by });
      },
    } satisfies Record<RefusalReason, () => Promise<unknown>>;
    for (const [reason, attempt] of Object.entries(reasons)) {
      await expect(attempt(), reason).rejects.toMatchObject({ name: expect.any(String), reason });
    }
  });

  it('are made once for an order that has a name, as are vendors and webhooks', async () => {
    const { operator, ports } = inMemoryOperator();
    const twice = <T>(act: () => Promise<T>) => Promise.allSettled([act(), act()]);
    const once = 'order 1';
    for (let n = 0; n < 2; n += 1) {
      const added = await twice(() => operator.addVendor({ name: 'Acme', by, once }));
      expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      await twice(() => operator.issueKey({ vendor: 'Acme', by, once }));
      const hooks = await twice(() => operator.addHook({ url: 'https://example.com/', by, once }));
      expect(new Set(hooks.map((hook) => hook.status === 'fulfilled' && hook.value.secret)).size).toBe(1);
    }
    await operator.addVendor({ name: 'Blue', by, once: 'order 2' });
    expect((await operator.listVendors()).map(({ name, keys }) => [name, keys.length])).toEqual([
      ['Acme', 1],
      ['Blue', 0],
    ]);
    expect(await ports.webhooks.hooks.hooks()).toHaveLength(1);
    await expect(operator.addHook({ url: 'https://example.com/2', by, once })).rejects.toMatchObject({
      reason: 'idempotency-key-reused',
    });
  });

  it('are refused if the vendor or the key is unknown', async () => {
    const { operator } = await withVendor();
    for (const attempt of [
      operator.issueKey({ vendor: 'Blue', by }),
      operator.listKeys({ vendor: 'acme' }),
      operator.rotateKey({ keyId: 'key_1', overlap: 0, by }),
      operator.revokeKey({ keyId: 'key_1', by }),
    ])
      await expect(attempt).rejects.toThrow(Refused);
  });
});

describe('moving a lead', () => {
  it('records when, by whom and why', async () => {
    const { operator, submit, clock, time } = inMemoryOperator();
    await submit('lead-1');
    time.now += 1;
    const { before, after } = await operator.moveLead({
      leadId: 'lead-1',
      to: 'Won',
      reason: ' ok ',
      by: ` ${by} `,
    });
    expect([before.status, after.status]).toEqual(['In Progress', 'Won']);
    expect(after.history.at(-1)).toEqual({ status: 'Won', at: clock(), by, reason: 'ok' });
  });

  it("follows the domain's rules", async () => {
    const { operator, submit } = inMemoryOperator();
    await submit('lead-1');
    const move = (to: 'Won' | 'Lost' | 'Quoted', reason?: string) =>
      operator.moveLead({ leadId: 'lead-1', to, reason, by });
    await move('Won');
    await expect(move('Lost', 'typo')).rejects.toThrow(ForbiddenMove);
    await expect(move('Quoted')).rejects.toMatchObject({ reason: 'reason-required' });
    await expect(move('Quoted', '   ')).rejects.toThrow('requires a reason');
    await expect(move('Quoted', 'came back')).resolves.toMatchObject({ after: { status: 'Quoted' } });
    await expect(move('Quoted')).resolves.toMatchObject({ after: { history: { length: 3 } } });
    await expect(operator.moveLead({ leadId: 'x', to: 'Won', by })).rejects.toThrow('No lead has this id.');
  });
});

describe('erasing a contact', () => {
  it('finds it by email or phone, however written, and afterwards only by its id', async () => {
    const { operator, submit, clock, audit } = inMemoryOperator();
    await submit('lead-1', { draft: { phone: '(555) 010-9999' } });
    const byEmail = await operator.findContact({ email: EmailAddress.parse('ADA@example.com'), by: 'test' });
    const byPhone = await operator.findContact({ phone: PhoneNumber.parse('+1 555 010 9999'), by: 'test' });
    expect(byEmail).toEqual(byPhone);
    expect(byEmail).toMatchObject({ contact: { firstName: 'Ada' }, erased: undefined, deals: 1 });
    await operator.eraseContact({ contactId: byEmail.contactId, by });
    expect((await operator.showLead({ leadId: 'lead-1', by: 'test' })).contact).toBeUndefined();
    await expect(
      operator.findContact({ email: EmailAddress.parse('ada@example.com'), by: 'test' }),
    ).rejects.toThrow('No contact was found. ');
    await expect(
      operator.findContact({ phone: PhoneNumber.parse('5550109999'), by: 'test' }),
    ).rejects.toThrow('No contact was found. ');
    const { contactId } = byEmail;
    expect(await operator.findContact({ contactId, by: 'test' })).toEqual({
      contactId,
      contact: undefined,
      erased: clock(),
      deals: 1,
    });
    await operator.eraseContact({ contactId: byEmail.contactId, by });
    await expect(operator.findContact({ contactId: 'nobody', by: 'test' })).rejects.toThrow(Refused);
    const known = audit.kept.length;
    await expect(operator.eraseContact({ contactId: 'ada@example.com', by })).rejects.toThrow(Refused);
    expect(audit.kept).toHaveLength(known); // what was sought may be personal data
  });
});

describe('the audit log', () => {
  it('has an entry for each change with its outcome, without personal data or keys', async () => {
    const { operator, submit, audit } = inMemoryOperator();
    const vendor = await operator.addVendor({ name: 'Acme', by });
    await operator.addVendor({ name: 'Acme', by }).catch(() => {});
    const { key, text } = await operator.issueKey({ vendor: 'Acme', by });
    const fresh = await operator.rotateKey({ keyId: key.id, overlap: 0, by });
    await operator.revokeKey({ keyId: fresh.key.id, by });
    await submit('lead-1');
    await operator.moveLead({ leadId: 'lead-1', to: 'Won', reason: 'Ada signed', by });
    await operator.moveLead({ leadId: 'lead-1', to: 'Lost', reason: 'Ada left', by }).catch(() => {});
    const { contactId } = await operator.findContact({
      email: EmailAddress.parse('ada@example.com'),
      by: 'test',
    });
    await operator.eraseContact({ contactId, by });

    const lines = changesIn(audit).map(({ action, on, outcome }) => [action, on, outcome]);
    expect(
      lines.map(([action, on, outcome]) =>
        on?.startsWith('ven_') ? [action, outcome] : [action, on, outcome],
      ),
    ).toEqual([
      ['vendor.add', 'done'],
      ['vendor.add', 'refused'],
      ['key.issue', key.id, 'done'],
      ['key.rotate', key.id, 'done'],
      ['key.revoke', fresh.key.id, 'done'],
      ['lead.move', 'lead-1', 'done'],
      ['lead.move', 'lead-1', 'refused'],
      ['contact.erase', contactId, 'done'],
    ]);
    expect(lines[0]).toContain(vendor.id);
    const whole = JSON.stringify(audit.kept);
    for (const secret of ['Ada', 'ada@', text, fresh.text]) expect(whole).not.toContain(secret);
  });

  it.each(['', '  ', 'g'.repeat(101), '𐐨'.repeat(101), undefined])(
    'names who acts: %j is refused',
    async (nobody) => {
      const { operator, submit, audit } = inMemoryOperator();
      await submit('lead-1');
      const order = { leadId: 'lead-1', to: 'Won', by: nobody as string } as const;
      await expect(operator.moveLead(order)).rejects.toThrow('Every change needs the name of who makes it');
      expect(audit.kept).toEqual([]);
      expect((await operator.showLead({ leadId: 'lead-1', by: 'test' })).deal.status).toBe('In Progress');
    },
  );

  it('is written before the change: what cannot be recorded is not done', async () => {
    const { ports, operator, submit } = inMemoryOperator();
    await submit('lead-1');
    const full = { begin: () => Promise.reject(new Error('disk full')), end: async () => {} };
    const moveLead = makeMoveLead({ ...ports, ...untold, audit: but(ports.audit, full) });
    const order = { leadId: 'lead-1', to: 'Won', by } as const;
    await expect(moveLead(order)).rejects.toThrow('disk full');
    expect((await operator.showLead({ leadId: 'lead-1', by: 'test' })).deal.status).toBe('In Progress');
  });

  it('has the outcome by the time that a change is reported', async () => {
    const { ports, submit } = inMemoryOperator();
    await submit('lead-1');
    const outcomes: string[] = [];
    const slow = {
      begin: async () => {},
      end: async (_ids: readonly string[], { outcome }: AuditEnd) => {
        await setImmediate();
        outcomes.push(outcome);
      },
    };
    const moveLead = makeMoveLead({ ...ports, ...untold, audit: but(ports.audit, slow) });
    await moveLead({ leadId: 'lead-1', to: 'Won', by });
    expect(outcomes).toEqual(['done']);
    await moveLead({ leadId: 'lead-1', to: 'Lost', reason: 'typo', by }).catch(() => {});
    expect(outcomes).toEqual(['done', 'refused']);
  });

  it('undoes nothing if only the outcome cannot be written: a new key is still returned', async () => {
    const { ports, operator, vendors, audit } = inMemoryOperator();
    await operator.addVendor({ name: 'Acme', by });
    const forgetful = but(ports.audit, { end: () => Promise.reject(new StoreUnavailable('failover')) });
    const operators = makeOperatorUseCases({ ...ports, audit: forgetful });
    const { text } = await operators.issueKey({ vendor: 'Acme', by });
    expect(await vendors.find(sha256(text))).toBeDefined();
    expect(audit.kept.at(-1)).toMatchObject({ action: 'key.issue', outcome: undefined });
  });

  it('says that a change failed, and who tried it', async () => {
    const { ports, submit, audit } = inMemoryOperator();
    await submit('lead-1');
    const changeDeals = () => Promise.reject(new Error('broken'));
    const moveLead = makeMoveLead({ ...ports, ...untold, leads: but(ports.leads, { changeDeals }) });
    await expect(moveLead({ leadId: 'lead-1', to: 'Won', by: ` ${by} ` })).rejects.toThrow('broken');
    expect(changesIn(audit)).toMatchObject([{ by, outcome: 'failed' }]);
  });

  it('takes what a port throws at once for what it rejects with', async () => {
    const { ports, operator, submit, audit } = inMemoryOperator();
    await submit('lead-1');
    const { contactId } = (await operator.showLead({ leadId: 'lead-1', by: 'test' })).deal;
    const broken = (): never => {
      throw new Error('broken');
    };
    const erase = makeEraseContact({ ...ports, ...untold, erasure: but(ports.erasure, { erase: broken }) });
    await expect(erase({ contactId, by })).rejects.toThrow('broken');
    expect(changesIn(audit)).toMatchObject([{ action: 'contact.erase', outcome: 'failed' }]);

    await operator.addVendor({ name: 'Acme', by });
    const forgetful = but(ports.audit, { end: broken });
    const issued = makeOperatorUseCases({ ...ports, audit: forgetful }).issueKey({ vendor: 'Acme', by });
    expect(await issued).toMatchObject({ text: expect.stringMatching(/^lead_test_/) });
  });

  it('has no entry for what does not exist: what was typed may be personal data', async () => {
    const { operator, audit } = inMemoryOperator();
    for (const attempt of [
      operator.moveLead({ leadId: 'ada@example.com', to: 'Won', by }),
      operator.revokeKey({ keyId: 'ada@example.com', by }),
      operator.rotateKey({ keyId: 'ada@example.com', overlap: 0, by }),
      operator.issueKey({ vendor: 'ada@example.com', by }),
    ])
      await expect(attempt).rejects.toThrow(Refused);
    expect(audit.kept).toEqual([]);
  });

  it('leaves the outcome open if the store does not answer', async () => {
    const { ports, submit, audit } = inMemoryOperator();
    await submit('lead-1');
    const changeDeals = () => Promise.reject(new StoreUnavailable('failover'));
    const moveLead = makeMoveLead({ ...ports, ...untold, leads: but(ports.leads, { changeDeals }) });
    await expect(moveLead({ leadId: 'lead-1', to: 'Won', by })).rejects.toThrow('failover');
    expect(audit.kept).toMatchObject([{ action: 'lead.move', outcome: undefined }]);
  });
});
