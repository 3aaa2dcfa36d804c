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
  expect(shown).toMatch(/name="name" value="Ada".* required.*<option value="sales" selected>/);
  const refused = { form: 'addPerson', why: 'There is an Eve.' };
  const again = context({ refused, form: new URLSearchParams({ name: 'Eve', role: '' }) });
  expect(text(formOf(again, 'addPerson', { present }))).toMatch(/value="Eve".*value="" selected>/);
});

it('why not is told by the form that asked, and nobody has forms that they may not use', () => {
  const refused = { form: 'linkPeople', why: 'They are one.' };
  const panels = formPanels(context({ refused, form: new URLSearchParams() }), 'people').map(text);
  expect(panels.map((panel) => panel.includes('They are one.'))).toEqual([false, true]);
  expect(formPanels(context({ may: () => false }), 'people')).toEqual([]);
});
