import { answersIn, type Shape, textOf } from './answers.ts';
import { callrail } from './callrail.ts';
import { elementor } from './elementor.ts';
import { gravity } from './gravity.ts';
import { hubspot } from './hubspot.ts';
import { jotform } from './jotform.ts';
import { leadconduit } from './leadconduit.ts';
import { typeform } from './typeform.ts';
import { webflow } from './webflow.ts';

/** JSON of any other program, flat or nested: each value by its path. */
const plain: Shape = {
  name: 'JSON',
  fits: () => true,
  read: (sent) => ({ senderId: textOf(sent.id) || undefined, answers: answersIn(sent) }),
};

/** How known senders write JSON. The first that fits counts. */
export const shapes: readonly Shape[] = [
  ...[typeform, webflow, callrail, jotform, elementor, gravity, hubspot, leadconduit],
  plain,
];
