import { optional, text } from '../presentation/fields.ts';
import { commanded } from './at-terminal.ts';
import { print, printJson, remark } from './cli-context.ts';

/** Whom push services write to, until somebody says. */
const NOBODY = 'mailto:it@example.com';

export const pushKeys = commanded({
  method: 'GET',
  summary:
    'Make a pair of keys with which people are told of new leads on their devices, printed as settings for all programs; it is kept nowhere',
  body: optional({ subject: text('Whom push services write to: mailto:… or an https:// address.') }),
  command: { words: 'push keys', examples: ['push keys --subject mailto:it@blue-motors.example >> .env'] },
  async act({ read, json }, context) {
    const { subject: PUSH_SUBJECT = NOBODY } = read().body;
    const { publicKey: PUSH_PUBLIC_KEY, privateKey: PUSH_PRIVATE_KEY } = context.newPushKeys();
    const settings = { PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY, PUSH_SUBJECT };
    if (json) await printJson(context, settings);
    else for (const [name, value] of Object.entries(settings)) await print(context, `${name}=${value}`);
    if (PUSH_SUBJECT === NOBODY) remark(context, 'Name an address of your own in PUSH_SUBJECT.');
  },
});
