import { expect, it } from 'vitest';
import type { DeskContext } from '../../../../../src/operators/adapters/inbound/desk/desk-state.ts';
import { formOf, formPanels } from '../../../../../src/operators/adapters/inbound/desk/forms.ts';
import { html } from '../../../../../src/operators/adapters/inbound/desk/html.ts';
import { TimeZone } from '../../../../../src/operators/domain/time-zone.ts';

const context = (state: object = {}) =>
  ({ state: { now: new Date(), zone: TimeZone.own(), may: () => true, ...state } }) as unknown as DeskContext;

const text = (of: unknown) => html`${of as never}`.textWith(() => html``).replace(/\s+/g, ' ');

it('a form has what is known of the thing, and after a refusal what was typed', () => {
  const present = { name: 'Ada', role: 'sales' };
  const shown = text(formOf(context(), 'addPerson', { present }));
  expect(shown).toMatch(/name="name" value="Ada".* aria-required="true".*<option value="sales" selected>/);
  const refused = { form: 'addPerson', why: 'There is an Eve.' };
  const again = context({ refused, form: new URLSearchParams({ name: 'Eve', role: '' }) });
  expect(text(formOf(again, 'addPerson', { present }))).toMatch(/value="Eve".*value="" selected>/);
});

it('why not is told by the form that asked, and nobody has forms that they may not use', () => {
  const told = (form: string) => {
    const state = { refused: { form, why: 'It is taken.' }, form: new URLSearchParams() };
    return formPanels(context(state), 'vendors').map((panel) => text(panel).includes('It is taken.'));
  };
  expect([told('addVendor'), told('addPerson')]).toEqual([[true], [false]]);
  expect(formPanels(context({ may: () => false }), 'vendors')).toEqual([]);
});
