import { dealTypes } from '../../../domain/deal-type.ts';
import { leadFields } from '../../../domain/invalid-lead.ts';
import type { Source, SourceSecret } from '../../../domain/sources/source.ts';
import { type KindSetting, kindRules, kindsWith, signers } from '../../../domain/sources/source-kinds.ts';
import { isBlank, isReadable, lengthOf } from '../../../domain/text.ts';
import { Refused } from '../refused.ts';

const NAME_LIMIT = 255;
const FIELDS_LIMIT = 100;

/**
 * Checks a new source. Throws Refused (`invalid-source`) for settings that do not fit its kind or cannot be shown.
 */
export function openSource(source: Source): Source {
  const { kind, name, thanks, origins, fields, trap, dealType, signed } = source;
  const settings: Readonly<Record<KindSetting, boolean>> = {
    thanks: thanks !== undefined,
    origins: origins.length > 0,
    fields: Object.keys(fields).length > 0,
    trap: trap !== undefined,
    signed: signed !== undefined,
  };
  for (const [setting, isSet] of Object.entries(settings) as [KindSetting, boolean][])
    if (isSet && !kindRules[kind].allows.includes(setting)) throw invalid(misplaced[setting]);
  if (signed !== undefined && !signers.includes(signed))
    throw invalid(`The sender that signs must be one of ${signers.join(', ')}.`);
  if (name !== undefined && (isBlank(name) || !isReadable(name) || lengthOf(name) > NAME_LIMIT))
    throw invalid(`The name on its leads must be one line of at most ${NAME_LIMIT} characters.`);
  if (dealType !== undefined && !dealTypes.includes(dealType))
    throw invalid(`The deal type must be one of ${dealTypes.join(', ')}.`);
  if (thanks !== undefined && !isWebAddress(thanks))
    throw invalid('The page of thanks must be an address that begins with https:// or http://.');
  if (!origins.every((origin) => isWebAddress(origin) && new URL(origin).origin === origin))
    throw invalid('An origin is scheme and host, as in https://www.example.com, without a slash at the end.');
  if (trap !== undefined && (isBlank(trap) || lengthOf(trap) > NAME_LIMIT || Object.hasOwn(fields, trap)))
    throw invalid(
      `A trap is one field of the form, of at most ${NAME_LIMIT} characters, that is none of a lead.`,
    );
  const named = Object.entries(fields);
  if (named.length > FIELDS_LIMIT) throw invalid(`A source can name at most ${FIELDS_LIMIT} fields.`);
  if (!named.every(([sent, field]) => !isBlank(sent) && (field === 'name' || leadFields.includes(field))))
    throw invalid('Each field of a source must be named after one of a lead.');
  return source;
}

const misplaced: Readonly<Record<KindSetting, string>> = {
  thanks: `A page of thanks is for ${kindsWith('thanks')} alone.`,
  origins: `Origins are for ${kindsWith('origins')} alone.`,
  fields: `Own names of fields are for ${kindsWith('fields')}.`,
  trap: `A trap is for ${kindsWith('trap')} alone.`,
  signed: `A signature is for ${kindsWith('signed')} alone.`,
};

const invalid = (message: string): Refused => new Refused('invalid-source', message);

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The source with a new secret. The present one works until the overlap ends. Throws Refused for a form. */
export function rotateSource(source: Source, secret: SourceSecret, overlapEnds: Date): Source {
  const old = source.secrets.at(-1);
  if (!old) throw invalid('A form has no secret: its address is public.');
  return { ...source, secrets: [{ ...old, expires: overlapEnds }, secret] };
}
