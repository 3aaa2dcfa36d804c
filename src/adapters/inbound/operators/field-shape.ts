import * as v from 'valibot';
import type { Fields } from './fields.ts';

/** What a field is to who types it. */
export interface FieldShape {
  readonly says: string;
  readonly kind: 'text' | 'flag' | 'list' | 'object';
  /** Of an object: its fields. */
  readonly parts: Readonly<Record<string, FieldShape>>;
}

export const shapesOf = (fields: Fields): FieldShape['parts'] =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shapeOf(field)]));

function shapeOf(field: v.GenericSchema): FieldShape {
  if ('wrapped' in field) return shapeOf(field.wrapped as v.GenericSchema);
  const { type, description, enum: words } = v.getMetadata(field);
  return {
    says: sentenceOf(v.getDescription(field) ?? `${description}`, words),
    kind:
      type === 'boolean' ? 'flag' : field.type === 'array' ? 'list' : 'entries' in field ? 'object' : 'text',
    parts: 'entries' in field ? shapesOf(field.entries as Fields) : {},
  };
}

function sentenceOf(description: string, words: unknown): string {
  const text = description.replaceAll('`', '');
  return Array.isArray(words) ? `${text.replace(/\.$/, '')} (${words.join(', ')}).` : text;
}
