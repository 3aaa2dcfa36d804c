import type { Command } from 'commander';
import { isUsable, keyState } from '../../../domain/intake/issued-key.ts';
import { isConfiguredVendorId, vendorLabel } from '../../../domain/intake/vendor.ts';
import type { Fields } from '../operators/fields.ts';
import { operations } from '../operators/operations.ts';
import type { CliContext } from './cli-context.ts';
import { contactsAtTerminal, eraseContact } from './contact-commands.ts';
import { eraseLead } from './lead-changes.ts';
import { moves } from './lead-moves.ts';
import { addOperationCommand, type Commanded } from './operation-commands.ts';
import { personCommands } from './person-commands.ts';
import { timeText } from './text.ts';
import { tokenCommands } from './token-commands.ts';

/** Every operation that has a command, with what is different at a terminal; then those that only a terminal has. */
export function addOperationCommands(program: Command, context: CliContext): void {
  for (const { command, ...operation } of operations)
    if (command && made.includes(operation.id))
      addOperationCommand(
        program,
        { ...operation, command, ...atTerminal[operation.id] } as unknown as Commanded,
        context,
      );
  for (const each of [eraseLead, eraseContact, ...personCommands(context), ...tokenCommands])
    addOperationCommand(program, each, context);
}

const made = [
  ...['addVendor', 'issueKey', 'rotateKey', 'revokeKey'],
  ...[
    'assignLead',
    'noteLead',
    'followUp',
    'moveLead',
    'editContact',
    'findContacts',
    'showContact',
    'exportContact',
    'mergeContacts',
    'addPerson',
  ],
  ...['addHook', 'replayHook', 'rotateHook', 'pauseHook', 'resumeHook', 'removeHook'],
];

/** What is different at a terminal, each for what its operation answers. */
const atTerminal: Readonly<Record<string, Partial<Commanded<Fields, never>>>> = {
  issueKey: { secret: { field: 'key', lost: lostKey } },
  rotateKey: { secret: { field: 'key', lost: lostKey } },
  revokeKey: {
    async remark({ vendor, keyId }: Key, { operator, now }, context) {
      const { keys } = await operator.listKeys({ vendor });
      const old = keys.find(({ replacedBy }) => replacedBy === keyId);
      if (!old || !isUsable(keyState(old, now))) return undefined;
      return `It had replaced ${old.id}, which works until ${timeText(old.expires, context)}: issue another by then.`;
    },
  },
  moveLead: moves,
  ...contactsAtTerminal,
  addHook: {
    secret: { field: 'secret', lost: lostSecret },
    async remark({ hook, vendor }: Hook, { operator, body }) {
      if (vendor === undefined) return undefined;
      if (isConfiguredVendorId(vendor) && body.vendor !== vendor)
        return `No account has this name: the webhook is for the vendor ${vendorLabel(vendor, [])} in API_KEYS. If that is wrong, remove it with hook remove ${hook}.`;
      return `It is for ${vendorLabel(vendor, await operator.nameVendors())}.`;
    },
  },
  rotateHook: { secret: { field: 'secret', lost: lostSecret } },
  removeHook: { progress: 'events are removed' },
  replayHook: { progress: 'events are delivered again' },
};

type Key = { readonly vendor: string; readonly keyId: string };
type Hook = { readonly hook: string; readonly vendor: string | undefined };

function lostKey({ keyId }: Key): string {
  return `The new key could not be written out and cannot be shown again: revoke ${keyId}.`;
}

function lostSecret({ hook }: Hook): string {
  return `The secret could not be written out: get another with hook rotate ${hook}.`;
}
