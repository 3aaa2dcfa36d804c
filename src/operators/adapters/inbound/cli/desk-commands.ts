import { deskRoles } from '#operators/domain/work/desk-role.ts';
import { meaning, optional } from '../presentation/fields.ts';
import { sessionsText } from '../presentation/person-views.ts';
import { deskRole, name } from '../presentation/values.ts';
import { commanded } from './at-terminal.ts';
import { print, printJson, remark } from './cli-context.ts';

/** Commands about who is let into the desk. They work without leads and the parts that leads need. */
export const deskCommands = [
  commanded({
    method: 'POST',
    summary: 'Print a link that signs somebody in at the desk: once, within five minutes',
    body: {
      by: meaning('Who signs in with it: what they do is recorded under this name.', name),
      ...optional({
        role: meaning('What they may do. By default the role that they have, or viewer.', deskRole, {
          enum: deskRoles,
        }),
      }),
    },
    command: { words: 'desk link', examples: ['desk link --by ada', 'desk link --by ada --role admin'] },
    act({ read, json, by }, context) {
      const { by: whom, role: asked } = read().body;
      return context.uninterrupted(async () => {
        const { access, url } = await context.desk({ begins: true });
        const made = await access.makeLink({ name: whom, role: asked, by });
        const { link: text, expires, name: holder, role, isNew } = made;
        const link = `${url}link/${text}`;
        if (json) return printJson(context, { link, expires });
        await print(context, link);
        const who = isNew ? `${holder}, whom nobody knows yet,` : holder;
        remark(context, `It works once, for five minutes, and lets in ${who} as ${role}.`);
      });
    },
  }),
  commanded({
    method: 'POST',
    summary: 'Sign somebody out at the desk everywhere; links made for them no longer work',
    body: { name: meaning('Who (name or id).', name) },
    command: { words: 'desk end-sessions <name>', examples: ['desk end-sessions ada'] },
    act({ read, json, by }, context) {
      const { name: holder } = read().body;
      return context.uninterrupted(async () => {
        const { access } = await context.desk();
        const ended = await access.endSessionsOf({ name: holder, by });
        if (json) return printJson(context, { name: holder, ended });
        return print(context, `Ended ${sessionsText(ended)} of ${holder}.`);
      });
    },
  }),
];
