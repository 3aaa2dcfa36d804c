import { hookEventTypes, usualEventTypes } from '#operators/domain/events/lead-event.ts';
import { count, flag, meaning, onlyOne, optional, text, timeFrom, wordsOf } from '../fields.ts';
import { replayedText } from '../hook-views.ts';
import { InvalidValue } from '../invalid-value.ts';
import { operation } from '../operation.ts';
import {
  Attempt,
  AttemptList,
  FreshHook,
  freshHook,
  Hook,
  HookList,
  RemovedHook,
  Replay,
  TestedHook,
} from '../shapes/hook-shapes.ts';
import { duration, limit, MAX_LIMIT } from '../values.ts';

const USUAL_LIMIT = 50;
const USUAL_OVERLAP = '24h';

const freshSecretText = ({ hook }: { readonly hook: string }): string =>
  `Webhook ${hook}. Its secret is shown only once: the receiver verifies signatures with it.`;

export const webhookOperations = [
  operation({
    id: 'listHooks',
    method: 'GET',
    path: '/hooks',
    summary: 'List webhooks',
    description: 'The oldest is first.',
    answer: HookList,
    run: async ({ operator }) => ({ hooks: (await operator.listHooks()).map((each) => Hook.of(each)) }),
    command: { words: 'hook list', examples: ['hook list', 'hook list --json'] },
  }),
  operation({
    id: 'addHook',
    method: 'POST',
    path: '/hooks',
    summary: 'Add a webhook',
    description: 'Give either vendor or operator. Keep the secret: the receiver verifies signatures with it.',
    body: {
      url: text('Where events are posted.'),
      ...optional({
        vendor: text('For a vendor (id or exact name): the status of its own leads, nothing personal.'),
        operator: flag('For yourself: events of all vendors, with the customer as sent.'),
        events: wordsOf(
          `Of these types alone. By default ${usualEventTypes.join(' and ')}; a vendor has the latter.`,
          hookEventTypes,
        ),
      }),
    },
    example: { url: 'https://crm.example.com/lead-events', operator: true },
    naming: { vendor: 'unknown-vendor' },
    makes: true,
    answer: FreshHook,
    async run({ operator, body: { operator: isOwn = false, ...order }, once }) {
      if ((order.vendor !== undefined) === isOwn) throw new InvalidValue('Give either vendor or operator.');
      return freshHook(await operator.addHook({ ...order, once }));
    },
    command: {
      words: 'hook add <url>',
      examples: [
        'hook add https://example.com/lead-events --vendor "Blue Motors"',
        'hook add https://crm.example.com/new --operator --events lead.received',
        'hook add https://mail.example.com/lead-events --operator --events lead.assigned,lead.unanswered',
      ],
    },
    said: (hook) => `${freshSecretText(hook)} Servers that run know it within three seconds.`,
  }),
  operation({
    id: 'hookLog',
    method: 'GET',
    path: '/hooks/{hook}/log',
    summary: 'List what was posted to a webhook',
    description: 'The list has the tries of the last 30 days, the newest first.',
    query: optional({
      failed: flag('Only what failed.'),
      limit: count(`At most so many. By default ${USUAL_LIMIT}.`, limit, MAX_LIMIT),
    }),
    answer: AttemptList,
    async run({ operator, part, query: { failed, limit: most = USUAL_LIMIT } }) {
      const attempts = await operator.hookLog({ hookId: part('hook'), failed, limit: most });
      return { attempts: attempts.map((each) => Attempt.of(each)) };
    },
    command: { words: 'hook log <hook>', examples: ['hook log hook_…', 'hook log hook_… --failed --json'] },
  }),
  operation({
    id: 'testHook',
    method: 'POST',
    path: '/hooks/{hook}/test',
    summary: 'Send a test to a webhook',
    description: 'It is delivered within seconds; the log then has the event.',
    answer: TestedHook,
    run: async ({ operator, part }) => ({ event: await operator.testHook({ hookId: part('hook') }) }),
    command: { words: 'hook test <hook>', examples: ['hook test hook_…'] },
    form: { on: 'hook', button: 'Send a test' },
    said: () =>
      'A test is on its way: look at the log again in a few seconds for what the receiver answered.',
  }),
  operation({
    id: 'replayHook',
    method: 'POST',
    path: '/hooks/{hook}/replay',
    summary: 'Deliver events to a webhook again',
    description: 'Give one of event, since and undelivered. The request may be repeated.',
    body: (calendar) =>
      optional({
        event: text('The id of an event, which the log has.'),
        since: timeFrom('All since this time, or since so long ago: `26h`.', calendar),
        undelivered: flag('All that did not arrive.'),
      }),
    example: { since: '26h' },
    naming: { event: 'unknown-event' },
    answer: Replay,
    async run({ operator, part, body: { event, since, undelivered } }) {
      const which = onlyOne([
        event !== undefined && { eventId: event },
        since && { since },
        undelivered && { undelivered },
      ]);
      if (!which) throw new InvalidValue('Give one of event, since and undelivered.');
      const hookId = part('hook');
      return { hook: hookId, replayed: await operator.replayHook({ hookId, ...which }) };
    },
    command: {
      words: 'hook replay <hook>',
      examples: ['hook replay hook_… --since 26h', 'hook replay hook_… --undelivered'],
    },
    said: ({ replayed }) => replayedText(replayed),
  }),
  operation({
    id: 'rotateHook',
    method: 'POST',
    path: '/hooks/{hook}/rotate',
    summary: 'Add a new secret to a webhook',
    description: 'Each old one signs, too, until its overlap ends.',
    body: optional({
      overlap: meaning(`How long the old one signs. By default \`${USUAL_OVERLAP}\`.`, duration),
    }),
    example: { overlap: '24h' },
    answer: FreshHook,
    async run({ operator, part, body: { overlap = duration(USUAL_OVERLAP) } }) {
      return freshHook(await operator.rotateHook({ hookId: part('hook'), overlap }));
    },
    command: { words: 'hook rotate <hook>', examples: ['hook rotate hook_… --overlap 48h'] },
    said: freshSecretText,
  }),
  operation({
    id: 'pauseHook',
    method: 'POST',
    path: '/hooks/{hook}/pause',
    summary: 'Stop delivering to a webhook',
    description: 'The events are kept.',
    answer: Hook,
    run: async ({ operator, part }) => Hook.of(await operator.pauseHook({ hookId: part('hook') })),
    command: { words: 'hook pause <hook>', examples: ['hook pause hook_…'] },
    form: { on: 'hook', button: 'Pause' },
    said: ({ hook }, { the }) =>
      `${the('webhook', hook)} is paused. Its events are kept, and delivered once it is resumed.`,
  }),
  operation({
    id: 'resumeHook',
    method: 'POST',
    path: '/hooks/{hook}/resume',
    summary: 'Deliver to a webhook again',
    description: 'What was kept meanwhile is delivered, too.',
    answer: Hook,
    run: async ({ operator, part }) => Hook.of(await operator.resumeHook({ hookId: part('hook') })),
    command: { words: 'hook resume <hook>', examples: ['hook resume hook_…'] },
    form: { on: 'hook', button: 'Resume' },
    said: ({ hook }, { the }) => `${the('webhook', hook)} is resumed. What was kept is delivered now.`,
  }),
  operation({
    id: 'removeHook',
    method: 'DELETE',
    path: '/hooks/{hook}',
    summary: 'Remove a webhook',
    description:
      'Its log goes with it, and what was to be delivered. The request may be repeated if it was cut off.',
    answer: RemovedHook,
    async run({ operator, part }) {
      return { ...Hook.of(await operator.removeHook({ hookId: part('hook') })), removed: true };
    },
    command: { words: 'hook remove <hook>', examples: ['hook remove hook_…'] },
    said: ({ hook }, { the }) => `${the('webhook', hook)} is removed.`,
  }),
];
