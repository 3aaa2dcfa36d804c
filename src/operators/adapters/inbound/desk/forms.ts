import type { NamedPerson } from '#operators/domain/work/person.ts';
import { type FieldShape, shapesOf } from '../presentation/field-shape.ts';
import { fieldsOn } from '../presentation/fields.ts';
import type { DeskForm, Operation } from '../presentation/operation.ts';
import { operations, operationWith } from '../presentation/operations.ts';
import { type Change, change, notDone } from './change.ts';
import type { DeskContext, DeskRoutes } from './desk-state.ts';
import { type Html, html, required } from './html.ts';
import { named, options } from './options.ts';

/** The thing that a form is about. */
interface About {
  readonly id?: string;
  /** The thing's present values, by the names of fields. */
  readonly present?: object;
  readonly people?: readonly NamedPerson[];
  /** Words for screen readers that name the thing after the button's text. */
  readonly unseen?: string;
}

const formsOf = (page: DeskForm['on']) => operations.filter(({ form }) => form?.on === page);

/** Registers the operations of a page's forms. */
export function formsOn(
  routes: DeskRoutes,
  page: DeskForm['on'],
  then: Pick<Change, 'back' | 'again'>,
): void {
  for (const operation of formsOf(page)) change(routes, operation.id, { path: pathOf(operation), ...then });
}

const pathOf = ({ path, form }: Operation): string => form?.path ?? path.replace(/\{\w+\}/, ':id');

/** The forms of a page that have a title, for people who may use them. */
export const formPanels = (ctx: DeskContext, page: 'lead' | 'vendors', about: About = {}): Html[] =>
  formsOf(page).flatMap(({ id, needs, form }) =>
    form?.title && ctx.state.may(needs)
      ? html`<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${form.title}</h2>
${notDone(ctx, id)}${formOf(ctx, id, about)}</section>`
      : [],
  );

/** Draws the form of one operation. Its fields have what was typed if that was refused, else the present values. */
export function formOf({ state }: DeskContext, id: string, about: About): Html {
  const operation = operationWith(id);
  const { button, fields = {}, usual = {} } = operation.form as DeskForm;
  const shapes = shapesOf(fieldsOn(operation.body, { clock: () => state.now, timeZone: state.zone }));
  const textIn = (name: string): string => {
    const given = state.refused?.form === id ? state.form.get(name) : Reflect.get(about.present ?? {}, name);
    return `${given ?? Reflect.get(usual, name) ?? ''}`;
  };
  const shapeOf = (name: string): FieldShape => {
    const shape = shapes[name] as FieldShape;
    return name in usual ? { ...shape, isNeeded: true } : shape;
  };
  const choicesOf = (name: string) =>
    namesPerson(operation, name)
      ? about.people
      : shapes[name]?.words?.map((word) => ({ id: word, name: word }));
  const inputs = Object.entries(fields).map(
    ([name, label]) => html`<label class="above">${label}
${inputOf(name, shapeOf(name), textIn(name), choicesOf(name))}</label> `,
  );
  const path = pathOf(operation).replace(':id', encodeURIComponent(about.id ?? ''));
  return html`<form method="post" action="${path}" class="line">${inputs}
<button ${inputs.length > 0 && html`class="primary"`}>${button}${
    about.unseen && html`<span class="unseen"> ${about.unseen}</span>`
  }</button></form>`;
}

const namesPerson = ({ naming = {} }: Operation, field: string): boolean =>
  Reflect.get(naming, field) === 'unknown-person';

/** A field's input: a list of choices, or a text typed as on the command line. */
function inputOf(
  name: string,
  { says, isNeeded, format = 'text', maxLength }: FieldShape,
  value: string,
  choices?: readonly Pick<NamedPerson, 'id' | 'name'>[],
): Html {
  const needed = isNeeded && required;
  if (!choices)
    return html`<input type="${format}" name="${name}" value="${value}" title="${says}" ${needed}
 ${maxLength !== undefined && html`maxlength="${maxLength}"`} dir="auto" autocomplete="off">`;
  return html`<select name="${name}" title="${says}" ${needed}>
${options([['', isNeeded ? 'Choose' : 'none'], ...named(choices)], value)}</select>`;
}
