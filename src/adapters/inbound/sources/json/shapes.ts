import { answersIn, isObject, type Json, type Sent, type Shape, textOf } from './answers.ts';
import { callrail } from './callrail.ts';
import { elementor } from './elementor.ts';
import { gravity } from './gravity.ts';
import { hubspot } from './hubspot.ts';
import { jotform } from './jotform.ts';
import { leadconduit } from './leadconduit.ts';
import { typeform } from './typeform.ts';
import { webflow } from './webflow.ts';

/** How known senders write JSON. The first that fits counts. */
const shapes: readonly Shape[] = [
  typeform,
  webflow,
  callrail,
  jotform,
  elementor,
  gravity,
  hubspot,
  leadconduit,
];

/** Names under which programs put what they tell into an envelope, whose own facts are not the customer's. */
const ENVELOPED = 'payload body event submission response result record entry properties attributes'.split(
  ' ',
);

/** Reads one object: as a known sender's, or by the paths of its values. */
export const sentIn = (sent: Json): Sent => shapes.find(({ fits }) => fits(sent))?.read(sent) ?? plain(sent);

function plain(sent: Json): Sent {
  const { id, ...facts } = sent;
  const name = ENVELOPED.find((each) => isObject(sent[each]));
  if (!name) return { senderId: textOf(id) || undefined, answers: answersIn(facts) };
  const { [name]: inner, ...envelope } = facts;
  const { senderId = textOf(id) || undefined, answers } = sentIn(inner as Json);
  return {
    senderId,
    answers: [...answers, ...answersIn(envelope).map((each) => ({ ...each, is: 'note' as const }))],
  };
}
