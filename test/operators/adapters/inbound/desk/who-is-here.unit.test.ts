import { expect, it } from 'vitest';
import { hereText, makeWhoIsHere } from '../../../../../src/operators/adapters/inbound/desk/who-is-here.ts';

it('whoever has a lead open is told of to the others there, until their page asks no more', () => {
  const whoIsHere = makeWhoIsHere();
  const asks = (person: string, leadId: string, seconds: number) =>
    hereText(whoIsHere({ person, name: person.toUpperCase() }, new Date(seconds * 1_000))(leadId));
  expect(asks('ada', 'lead-1', 0)).toBe('');
  expect(asks('ada', 'lead-1', 1), 'in another tab').toBe('');
  expect(asks('bob', 'lead-2', 2)).toBe('');
  expect(asks('bob', 'lead-1', 3)).toBe('ADA is here');
  expect(asks('eve', 'lead-1', 20)).toBe('ADA, BOB are here');
  expect(asks('ada', 'lead-1', 27)).toBe('BOB, EVE are here');
  expect(asks('ada', 'lead-1', 46)).toBe('');
});
