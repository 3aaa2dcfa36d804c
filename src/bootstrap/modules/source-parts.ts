import type { ResolutionContext } from 'inversify';
import { kinds, readSent } from '../../adapters/inbound/sources/kinds.ts';
import { isHeld, type SourceIntake } from '../../application/ports/inbound/source.ts';
import { NoRecipient, type ReceiveMessage } from '../../operators/adapters/inbound/cli/cli-context.ts';
import type { SourceParts } from '../../operators/application/operator-ports.ts';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';
import { signingKeys } from './signing-keys.ts';

/** The parts with which operators manage sources; `undefined` with a store that keeps none. */
export function sourceParts(get: ResolutionContext['get']): SourceParts | undefined {
  const sources = get(tokens.managedSources, { optional: true });
  if (!sources) return undefined;
  const config = get(tokens.config);
  return {
    sources,
    submitLead: (submission) => get(tokens.submitLead)(submission),
    read: readSent,
    keepDays: config.SOURCE_KEEP_DAYS,
    signingKeys: signingKeys(config),
    urlOf: (id) => `${serviceUrl(config)}/in/${id}`,
  };
}

/** The URL at which vendors reach the service, without `/v1`. */
export function serviceUrl({ APP_ENV, PUBLIC_URL, SANDBOX_URL, HOST, PORT }: Config): string {
  const url = APP_ENV === 'production' ? PUBLIC_URL : (SANDBOX_URL ?? PUBLIC_URL);
  return url?.replace(/\/v1$/, '') ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}

/** Receives mails for a source, as a mail server hands them on. */
export const receiveMessages =
  ({ findSource, receive }: SourceIntake): ReceiveMessage =>
  async (sourceId, message) => {
    const source = await findSource(sourceId.toLowerCase());
    if (!source) throw new NoRecipient('No source has this id.');
    const { readMail } = kinds[source.kind];
    if (!readMail) throw new NoRecipient('This source takes no mails: its kind is not adf.');
    const received = [];
    const { leads, text } = await readMail(message);
    const isOneOfSeveral = leads.length > 1;
    for (const lead of leads) received.push(await receive({ source, lead, text, isOneOfSeveral }));
    return received.map((each) => (isHeld(each) ? { held: each.heldId } : { leadId: each.leadId }));
  };
