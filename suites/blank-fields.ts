import { describe, expect, it } from 'vitest';
import type { Subject } from './subject.ts';

export function blankFields(subject: Subject): void {
  describe('a blank field', () => {
    it('is filled: ZIP, last name, phone', async () => {
      const ann = await subject.keep({ email: 'ann@example.com' });
      await subject.keep({ email: 'ann@example.com', zip: '10001', lastName: 'Lee', phone: '2125550123' });
      expect(await subject.contact(ann)).toMatchObject({
        zip: '10001',
        lastName: 'Lee',
        phone: '2125550123',
      });
      const cause = 'a phone that filled a blank is no key of the contact: write its keys, too';
      expect(await subject.keep({ phone: '2125550123' }), cause).toBe(ann);
    });

    it('is filled by whichever submission first has a value for it', async () => {
      const ann = await subject.keep({ email: 'ann@example.com' });
      await subject.keep({ email: 'ann@example.com', zip: '10001' });
      await subject.keep({ email: 'ann@example.com', zip: '20002', lastName: 'Lee' });
      expect(await subject.contact(ann)).toMatchObject({ zip: '10001', lastName: 'Lee' });
    });

    it('is the only kind that changes: nothing is ever overwritten', async () => {
      const email = 'ann@example.com';
      const first = { firstName: 'Ann', lastName: 'Lee', email, phone: '2125550123', zip: '10001' };
      const ann = await subject.keep(first);
      const before = await subject.contact(ann);
      await subject.keep({ firstName: 'X', lastName: 'X', email, phone: '3125550123', zip: '99999' });
      const cause = 'a field was overwritten: write only what `placeCustomer` returns';
      expect(await subject.contact(ann), cause).toEqual(before);
      expect(before).toMatchObject(first);
    });
  });
}
