import { describe, expect, it } from 'vitest';
import type { Deal } from '../src/domain/deal.ts';
import { lengthLimits } from '../src/domain/lead.ts';
import type { Subject } from './subject.ts';

export function texts(subject: Subject): void {
  describe('a text', () => {
    it.each(exactTexts)('is kept exactly as it was sent: %s', async (_, text) => {
      const draft = eachField((limit) => `x${text}x`.slice(0, Math.min(limit, 200)));
      const deal = subject.deal({ ...draft, notes: text });
      await subject.add(deal);
      expect(await subject.deals(), changed).toEqual([deal]);
      const email = 'ann@example.com';
      const { firstName, lastName, zip } = draft;
      const id = await subject.keep({ email, firstName });
      await subject.keep({ email, lastName, zip });
      expect(await subject.contact(id), changed).toMatchObject({
        firstName: firstName?.trim(),
        lastName: lastName?.trim(),
        zip: zip?.trim(),
      });
    });

    it('is not taken for a number: zeros in front stay', async () => {
      const vehicle = { vehicleYear: '0012', vehicleMake: '0', vehicleModel: '00911', vehicleMiles: '007.0' };
      const deal = subject.deal({ notes: '000', vendorName: '0042', externalId: '007', ...vehicle });
      await subject.add(deal);
      expect(await subject.deals(), changed).toEqual([deal]);

      const ann = {
        firstName: '00',
        lastName: '01',
        email: '0@example.com',
        phone: '0125550123',
        zip: '02139',
      };
      const id = await subject.keep(ann);
      expect(await subject.contact(id), changed).toMatchObject(ann);
      expect(await subject.keep({ phone: '10125550123' })).toBe(id);
    });

    it.each([
      ['letters', 'w'],
      ['emoji', '🚗'],
    ])('may be as long as the domain allows: %s', async (_, character) => {
      const draft = eachField((limit) => character.repeat(limit));
      const deal = subject.deal({
        ...draft,
        dealType: 'other', // puts a sentence before the notes
        notes: ` ${draft.notes}\n`, // white space around them comes on top
      });
      await subject.add(deal);
      const [kept] = await subject.deals();
      expect(kept && lengths(kept), changed).toEqual(lengths(deal));
      expect(kept?.notes === deal.notes, 'the notes have changed').toBe(true); // a diff would be huge

      const ann = {
        firstName: draft.firstName,
        lastName: draft.lastName,
        email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
        zip: draft.zip,
      };
      const id = await subject.keep(ann);
      expect(await subject.contact(id)).toMatchObject(ann);
      expect(await subject.keep(ann)).toBe(id);
    });
  });
}

const changed = 'a text was changed, cut or taken for something else: keep it as it is, NUL included';

const exactTexts: [string, string][] = [
  ['emoji and scripts', '👩🏽‍🔧 Łukasz 北京 שלום é e\u0301'],
  ['CRLF and tabs', '  first\r\nsecond\n\n\tthird\r'],
  ['8 KB', 'Ünïcode line \r\n'.repeat(600)],
  ['NUL', 'a\0b'],
  ['other control characters', 'a\u0007b\u001bc\u007fd\u0085e'],
  ['odd spaces and separators', 'a\u00a0b\u2028c\u2029d\u200be\u3000f\u200ef'],
  ['quotes', `O'Brien "said" ''so'' \\'no\\' \\\\ \`x\` \\n`],
  ['markup', '<b>5 < 6</b> & &amp; &#39; <!-- x --> ]]> {{x}} <%= x %>'],
  ['encoded', '1+1 %41 %27 %% \\u0041 =41 a%20b'],
  ['formulas', '=1+1 +1 -1 @SUM(A1) ; DROP TABLE x; -- #'],
  ['operators', '{"$gt": ""} $set $$ROOT $name'],
  ['dotted names', 'a.b.c __proto__ constructor'],
];

/** A text for each field that takes any text, made from the field's limit. */
function eachField(text: (limit: number) => string): { [F in keyof typeof lengthLimits]?: string } {
  const { email: _, phone: __, ...limits } = lengthLimits;
  return Object.fromEntries(Object.entries(limits).map(([field, limit]) => [field, text(limit)]));
}

/** The length of each text in code points, the unit of the domain's limits. */
const lengths = (deal: Deal) =>
  Object.fromEntries(
    Object.entries({ ...deal, ...deal.customer, ...deal.vehicle }).map(([field, value]) => [
      field,
      typeof value === 'string' ? [...value].length : undefined,
    ]),
  );
