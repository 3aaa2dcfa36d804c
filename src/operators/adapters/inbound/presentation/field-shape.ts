import * as v from 'valibot';
import type { Fields } from './fields.ts';

/** A field's description for a form or command line. */
export interface FieldShape {
  readonly says: string;
  readonly kind: 'text' | 'flag' | 'list' | 'object';
  /** Whether the field must be given. */
  readonly isNeeded: boolean;
  /** The allowed words, if there is a list. */
  readonly words?: readonly string[];
  /** The format in the words of JSON Schema. */
  readonly format?: string;
  readonly maxLength?: number;
  /** The fields of an object. */
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
    kind: kindOf(field, type),
    parts: 'entries' in field ? shapesOf(field.entries as Fields) : {},
  };
}

function kindOf(field: v.GenericSchema, type: unknown): FieldShape['kind'] {
  if (type === 'boolean') return 'flag';
  if (field.type === 'array') return 'list';
  return 'entries' in field ? 'object' : 'text';
}

function sentenceOf(description: string, words: unknown): string {
  const text = description.replaceAll('`', '');
  return Array.isArray(words) ? `${text.replace(/\.$/, '')} (${words.join(', ')}).` : text;
}
