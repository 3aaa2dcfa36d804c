import { describe, expect, it } from 'vitest';
import type { Contact } from '../src/domain/contact.ts';
import type { LeadDraft } from '../src/domain/lead.ts';
import type { Subject } from './subject.ts';

/**
 * Tests simultaneous submissions of a customer; with `another` between two adapters, where a lock inside one
 * process does not help.
 */
export function contactRaces(subject: Subject): void {
  describe('under concurrency', () => {
    it('50 submissions from one new customer create one contact', async () => {
      const turn = await subject.takingTurns();
      const both = { email: 'ann@example.com', phone: '2125550123' };
      const ids = await subject.keepAll(Array(50).fill(both), turn);
      const cause = 'a customer got several contacts: make the identity keys unique in the store';
      expect(new Set(ids).size, cause).toBe(1);
      expect((await subject.contacts()).length, cause).toBe(1);
    });

    it('50 submissions, some with an email and some with a phone, complete one contact', async () => {
      const turn = await subject.takingTurns();
      const ann = await subject.keep({ email: 'ann@example.com', phone: '2125550123' });
      const told = [
        { email: 'ann@example.com' },
        { phone: '12125550123', zip: '10001' },
        { email: 'ANN@example.com', lastName: 'Lee' },
      ];
      const drafts = Array.from({ length: 50 }, (_, n) => told[n % 3] ?? {});
      const ids = await subject.keepAll(drafts, turn);
      const cause = 'submissions ran over each other: write only if the contact is still as it was read';
      expect(new Set(ids), cause).toEqual(new Set([ann]));
      expect(await subject.contact(ann), cause).toMatchObject({ zip: '10001', lastName: 'Lee' });
    });

    it('a blank field gets one of the values and keeps it when 50 submissions fill it', async () => {
      const turn = await subject.takingTurns();
      const ann = await subject.keep({ email: 'ann@example.com' });
      const zips = Array.from({ length: 50 }, (_, n) => `${10_000 + n}`);
      const seen = await Promise.all(
        zips.map(async (zip, n) => {
          await subject.keep({ email: 'ann@example.com', zip }, turn(n));
          return (await subject.contact(ann))?.zip;
        }),
      );
      expect(zips).toContain(seen[0]);
      await subject.keep({ email: 'ann@example.com', zip: '99999' });
      const cause = 'a filled blank changed again: write only if the contact is still as it was read';
      expect(new Set([...seen, (await subject.contact(ann))?.zip]).size, cause).toBe(1);
    });

    it('of two emails, a contact with a phone alone gets one, and the other customer a contact of their own', async () => {
      const turn = await subject.takingTurns();
      for (let n = 0; n < 20; n += 1) {
        const phone = `21255501${10 + n}`;
        await subject.keep({ phone });
        const emails = [`ann-${n}@example.com`, `ben-${n}@example.com`];
        const ids = await subject.keepAll(
          emails.map((email) => ({ phone, email })),
          turn,
        );
        const kept = await Promise.all(ids.map((id) => subject.contact(id)));
        const cause = 'two customers got one contact: decide anew if it changed since it was read';
        expect(
          kept.map((contact) => contact?.email),
          cause,
        ).toEqual(emails);
      }
    });

    it('no key and no email gets two holders when many submissions share a few emails and phones', async () => {
      const turn = await subject.takingTurns();
      const random = numbers(7);
      for (let wave = 0; wave < 10; wave += 1) {
        const storm = Array.from({ length: 60 }, () => draftOf(wave, random));
        const ids = await subject.keepAll(storm, turn);
        const contacts = new Map((await subject.contacts()).map((contact) => [contact.id, contact]));
        for (const [n, told] of storm.entries()) expectAtHome(told, contacts.get(ids[n] ?? ''));
      }
      const contacts = await subject.contacts();
      expectUnique(
        contacts.flatMap(({ keys }) => keys),
        'key',
      );
      expectUnique(
        contacts.flatMap(({ email }) => email?.identity ?? []),
        'email',
      );
      expect(
        contacts.filter(({ keys }) => keys.length === 0),
        'a contact without keys is never found again',
      ).toEqual([]);
    });
  });
}

function draftOf(wave: number, random: () => number) {
  const pick = (count: number) => Math.floor(random() * count);
  const email = pick(3) > 0 ? `${wave}-${pick(4)}@example.com` : undefined;
  const phone = email === undefined || pick(2) > 0 ? `212555${wave}${pick(3)}00` : undefined;
  const zip = pick(2) > 0 ? `${10_000 + pick(9)}` : undefined;
  return { email, phone, zip };
}

/**
 * Expects that a lead's customer fits the contact. The contact may hold more than was submitted, and an earlier
 * ZIP.
 */
function expectAtHome(told: LeadDraft, contact: Contact | undefined): void {
  const cause =
    'a lead got a contact that is not its customer’s: decide anew if it changed since it was read';
  expect(contact, cause).toBeDefined();
  if (told.email) expect(contact?.email?.value, cause).toBe(told.email);
  else expect(contact?.phone?.value, cause).toBe(told.phone);
  if (told.zip) expect(contact?.zip, cause).toBeDefined();
}

function expectUnique(values: readonly string[], what: string): void {
  expect(values.length).toBeGreaterThan(0);
  const twice = values.filter((value, index) => values.indexOf(value) !== index);
  const cause = `two contacts hold one ${what}: make the identity keys unique in the store`;
  expect(twice.slice(0, 3), cause).toEqual([]); // a few are enough to see the fault
}

/** Pseudo-random numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
