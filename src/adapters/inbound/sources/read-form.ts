import { type NamedField, type Source, USUAL_TRAP } from '../../../domain/sources/source.ts';
import type { SourceLead } from '../../../domain/sources/source-lead.ts';
import type { Pairs } from './form-body.ts';
import { linesOf } from './form-lines.ts';
import { meaningOf } from './reading/field-labels.ts';
import { meaningAt, pathOf } from './reading/field-path.ts';
import { type Answer, leadOfAnswers } from './reading/lead-of-answers.ts';

/** A source's own names of fields. */
export type OwnNames = Readonly<Record<string, NamedField>>;

/** What a sender calls its fields, and the one that people do not see: `''` if there is none. */
export type SentNames = Pick<Source, 'fields' | 'trap'>;

/** Reads the lead of a website's form. `pairs`: as a browser sends them. */
export function readForm(pairs: Pairs, { fields: own, trap = USUAL_TRAP }: SentNames): SourceLead {
  const entered = pairs.filter(([name]) => name !== trap);
  const { fields, readFrom } = leadOfAnswers(answersIn(entered, own));
  return { senderId: fields.externalLeadId?.trim(), document: linesOf(pairs), fields, readFrom };
}

/** A sender's own name for a field, whatever else the name may mean. */
export const ownMeaning = (name: string, own: OwnNames): NamedField | undefined =>
  Object.hasOwn(own, name) ? own[name] : undefined;

/** A page builder sends a field as several pairs: its value, its label, and codes. */
const PART = /^(.+)\[(id|type|title|label|required|value|raw_value)\]$/;

function answersIn(pairs: Pairs, own: OwnNames): readonly Answer[] {
  const parts = pairs.map(([name]) => PART.exec(name));
  const valued = new Set(parts.flatMap((part) => (part?.[2] === 'value' ? [part[1]] : [])));
  const labels = new Map(
    pairs.flatMap(([, value], at) => {
      const [, field, part = ''] = parts[at] ?? [];
      return /^(?:title|label)$/.test(part) && value.trim() ? [[field, value.trim()] as const] : [];
    }),
  );
  return pairs.flatMap(([name, value], at) => {
    const [, field, part] = parts[at] ?? [];
    if (valued.has(field) && part !== 'value') return [];
    const label = valued.has(field) ? labels.get(field) : undefined;
    const known = ownMeaning(name, own) ?? meaningAt(pathOf(name));
    const is = known === 'note' && label ? meaningOf(label) : known;
    return [{ is, value, place: label ?? name }];
  });
}

/** Whether the field that people do not see is filled in, which only programs do. */
export const isTrapped = (pairs: Pairs, { trap = USUAL_TRAP }: SentNames): boolean =>
  trap !== '' && pairs.some(([name, value]) => name === trap && value.trim() !== '');
