import * as v from 'valibot';
import type { Fields } from './fields.ts';

/** What a field is to who types it. */
export interface FieldShape {
  readonly says: string;
  readonly kind: 'text' | 'flag' | 'list' | 'object';
  /** Whether it has to say something. */
  readonly isNeeded: boolean;
  /** If only these can be given. */
  readonly words?: readonly string[];
  /** In the words of JSON Schema. */
  readonly format?: string;
  readonly maxLength?: number;
  /** Of an object: its fields. */
  readonly parts: Readonly<Record<string, FieldShape>>;
}

export const shapesOf = (fields: Fields): FieldShape['parts'] =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shapeOf(field)]));

function shapeOf(field: v.GenericSchema): FieldShape {
  if ('wrapped' in field) return { ...shapeOf(field.wrapped as v.GenericSchema), isNeeded: false };
  const { type, description, enum: words, ...more } = v.getMetadata(field);
  return {
    ...(more as Pick<FieldShape, 'format' | 'maxLength'>),
    ...(Array.isArray(words) && { words }),
    says: sentenceOf(v.getDescription(field) ?? `${description}`, words),
    isNeeded: true,
    kind:
      type === 'boolean' ? 'flag' : field.type === 'array' ? 'list' : 'entries' in field ? 'object' : 'text',
    parts: 'entries' in field ? shapesOf(field.entries as Fields) : {},
  };
}

function sentenceOf(description: string, words: unknown): string {
  const text = description.replaceAll('`', '');
  return Array.isArray(words) ? `${text.replace(/\.$/, '')} (${words.join(', ')}).` : text;
}
