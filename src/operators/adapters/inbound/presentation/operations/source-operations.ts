import { dealTypes } from '../../../../../domain/deal-type.ts';
import type { NamedField } from '../../../../../domain/sources/source.ts';
import { kindRules, kindsWith, signers, sourceKinds } from '../../../../../domain/sources/source-kinds.ts';
import { listOfTexts, meaning, optional, text, wordIn } from '../fields.ts';
import { cameView } from '../held-views.ts';
import { InvalidValue } from '../invalid-value.ts';
import { type Call, operation } from '../operation.ts';
import {
  AsItCame,
  FreshSource,
  RemovedSource,
  RotatedSource,
  SourceList,
  TriedLeadList,
} from '../shapes/source-shapes.ts';
import { namedFieldNamed, sourceView, triedView } from '../source-views.ts';
import { dealType, duration } from '../values.ts';

const USUAL_OVERLAP = '7d';

/** The fields with which a source is opened. */
export const sourceFields = {
  kind: wordIn(
    `In which form its leads come. ${sourceKinds.map((kind) => `${kind}: ${kindRules[kind].words}; ${kindRules[kind].setUp}.`).join(' ')}`,
    sourceKinds,
  ),
  ...optional({
    dealType: meaning('Of leads that say none.', dealType, { enum: dealTypes }),
    as: text('The vendor’s name on each of its leads, whatever they say.', { maxLength: 255 }),
    thanks: text(`Of ${kindsWith('thanks')}: the page that a browser shows afterwards.`, { format: 'uri' }),
    origins: listOfTexts(`Of ${kindsWith('origins')}: the sites that may send it. By default all.`),
    fields: listOfTexts(`Of ${kindsWith('fields')}: what it calls a field of a lead, as NAME=FIELD.`),
    trap: text(`Of ${kindsWith('trap')}: its field that people do not see. By default \`website\`.`, {
      maxLength: 255,
    }),
    signed: wordIn(
      `Of ${kindsWith('signed')}: the sender that signs; then its signature is the proof.`,
      signers,
    ),
    signingKey: text(
      `Of ${kindsWith('signed')} that is signed: the secret, where the sender chose it. By default one is made.`,
      { maxLength: 255 },
    ),
  }),
};

/** Opens a source for a vendor. */
export async function addSource(
  {
    operator,
    body,
    once,
  }: Pick<Call<Record<never, never>, typeof sourceFields>, 'operator' | 'body' | 'once'>,
  vendor: string,
) {
  const { as: name, fields = [], ...order } = body;
  const added = await operator.addSource({ ...order, name, vendor, fields: mapOf(fields), once });
  return { ...(added.secret !== undefined && { secret: added.secret }), ...sourceView(added) };
}

const mapOf = (fields: readonly string[]): Readonly<Record<string, NamedField>> =>
  Object.fromEntries(
    fields.map((pair) => {
      const at = pair.lastIndexOf('=');
      const [name, field] = [pair.slice(0, at).trim(), namedFieldNamed(pair.slice(at + 1).trim())];
      if (at < 1 || name === '' || !field)
        throw new InvalidValue('Say a field as NAME=FIELD, FIELD as in /v1/lead, or name: your-email=email.');
      return [name, field];
    }),
  );

/** The message after a source was opened, with what to enter at the sender. */
export const freshSourceText = ({ source, enter, secret }: FreshSource): string =>
  `Source ${source}. ${enter}${secret ? ' SECRET is shown only once.' : ''} It works within three seconds.`;

export const sourceOperations = [
  operation({
    id: 'listSources',
    method: 'GET',
    path: '/vendors/{vendor}/sources',
    summary: 'List the sources of a vendor',
    description: 'The oldest is first.',
    answer: SourceList,
    run: async ({ operator, part }) => ({
      sources: (await operator.listSources({ vendor: part('vendor') || undefined })).map(sourceView),
    }),
    command: { words: 'source list [vendor]', examples: ['source list', 'source list "Blue Motors" --json'] },
  }),
  operation({
    id: 'addSource',
    method: 'POST',
    path: '/vendors/{vendor}/sources',
    summary: 'Open a source of leads that come in another form',
    description:
      'Its secret is in this answer alone. Sent again with the same Idempotency-Key, the request is refused with 409 `made-before`.',
    body: sourceFields,
    example: { kind: 'adf', dealType: 'sales' },
    makes: true,
    answer: FreshSource,
    run: (call) => addSource(call, call.part('vendor')),
    said: freshSourceText,
  }),
  operation({
    id: 'rotateSource',
    method: 'POST',
    path: '/sources/{source}/rotate',
    summary: 'Replace the secret of a source',
    description: 'Both work until the overlap ends. The new one is in this answer alone.',
    body: optional({
      overlap: meaning(`How long the old one works. By default \`${USUAL_OVERLAP}\`.`, duration),
      signingKey: text('The new one, where the sender that signs chose it.', { maxLength: 255 }),
    }),
    example: { overlap: '7d' },
    answer: RotatedSource,
    async run({ operator, part, body: { overlap = duration(USUAL_OVERLAP), signingKey } }) {
      const rotated = await operator.rotateSource({ sourceId: part('source'), overlap, signingKey });
      return {
        ...(rotated.secret !== undefined && { secret: rotated.secret }),
        ...sourceView(rotated),
        oldExpires: rotated.oldExpires,
      };
    },
    command: { words: 'source rotate <source>', examples: ['source rotate src_… --overlap 1d'] },
    said: ({ enter, secret, oldExpires }, { time }) =>
      `${enter} ${secret ? 'SECRET is shown only once; the' : 'The'} old one works until ${time(oldExpires)}.`,
  }),
  operation({
    id: 'removeSource',
    method: 'DELETE',
    path: '/sources/{source}',
    summary: 'Remove a source',
    description: 'Nothing more is taken from it. What it holds stays until somebody has read it.',
    answer: RemovedSource,
    run: async ({ operator, part }) => ({
      source: (await operator.removeSource({ sourceId: part('source') })).id,
    }),
    command: { words: 'source remove <source>', examples: ['source remove src_…'] },
    said: ({ source }) => `Removed ${source}: within three seconds, nothing more is taken from it.`,
  }),
  operation({
    id: 'trySource',
    method: 'POST',
    path: '/sources/{source}/try',
    summary: 'Read what a source would send, and keep nothing',
    body: { text: text('As it would come: a file, or a whole mail.') },
    example: { text: 'name=Ada+Byron&email=ada%40example.com' },
    answer: TriedLeadList,
    run: async ({ operator, part, body }) => ({
      leads: (await operator.trySource({ sourceId: part('source'), text: body.text })).map(triedView),
    }),
  }),
  operation({
    id: 'showAsItCame',
    method: 'GET',
    path: '/leads/{leadId}/as-it-came',
    summary: 'Show what a source sent for a lead',
    description: 'As it came, for the days of SOURCE_KEEP_DAYS. Who looks is recorded.',
    answer: AsItCame,
    run: async ({ operator, part }) => cameView(await operator.showAsItCame({ leadId: part('leadId') })),
  }),
];
