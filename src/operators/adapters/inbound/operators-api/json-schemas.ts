import type { ConversionConfig } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { shapes } from '../presentation/shapes.ts';
import type { Described } from './examples.ts';

const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema({ valibotSchema: { type }, jsonSchema: { required = [], ...told } }) {
    const [first] = (told.anyOf ?? []) as (typeof told)[];
    if (type === 'date') return { type: 'string', format: 'date-time' };
    if (type === 'nullish') return first;
    if (type === 'nullable' && first?.type === 'string')
      return { ...first, type: ['string', 'null'] as never };
    if (type === 'object_with_rest') told.additionalProperties = false;
    return { ...(required.length > 0 && { required }), ...told };
  },
};

export interface JsonSchemas {
  readonly named: Readonly<Record<string, Described>>;
  /** Describes a schema, with references to those that have a name. */
  readonly of: (schema: v.GenericSchema) => Described & { readonly description?: string };
}

/** Describes valibot's objects in JSON Schema. The converter is loaded when somebody asks. */
export async function jsonSchemas(problems: Readonly<Record<string, v.GenericSchema>>): Promise<JsonSchemas> {
  const { toJsonSchema, toJsonSchemaDefs } = await import('@valibot/to-json-schema');
  const definitions = { ...shapes, ...problems };
  return {
    named: toJsonSchemaDefs(definitions, config) as JsonSchemas['named'],
    of(schema) {
      const { $schema, $defs, ...told } = toJsonSchema(schema, { ...config, definitions });
      return told as Described;
    },
  };
}
