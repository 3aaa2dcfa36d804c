import { type Command, Option } from 'commander';
import type { FreshKey } from '../../../application/operators/ports/inbound/vendor-accounts.ts';
import { type IssuedKey, isExpiring, isUsable, keyState } from '../../../domain/intake/issued-key.ts';
import { duration, positiveDuration } from '../operators/values.ts';
import { keyOfVendorColumns, keyView } from '../operators/vendors.ts';
import { type CliContext, NotDone, OutputClosed, print, printJson, remark } from './cli-context.ts';
import {
  type ChangeOptions,
  examples,
  type ReadOptions,
  withChangeOptions,
  withReadOptions,
} from './command.ts';
import { table, timeText } from './text.ts';
import { given, keyId } from './values.ts';

export function addKeyCommands(program: Command, context: CliContext): void {
  const key = program.command('key').description('API keys of the vendors');

  withChangeOptions(key.command('issue <vendor>'), context)
    .description('issue a key to a vendor (id or exact name); it is shown only once')
    .option(
      '--expires <duration>',
      'how long it works: 90d, 12h (default: until revoked)',
      given(positiveDuration),
    )
    .addHelpText('after', examples('key issue "Blue Motors"', 'key issue "Blue Motors" --expires 90d --json'))
    .action((vendor: string, { json, by, expires: term }: ChangeOptions & { expires?: number }) =>
      context.uninterrupted(async () => {
        const fresh = await (await context.operator()).issueKey({ vendor, term, by });
        await tell(context, fresh, json);
      }),
    );

  withReadOptions(key.command('list [vendor]'))
    .description(
      'list the keys of a vendor (id or exact name), oldest first; without one, those of all vendors',
    )
    .option(
      '--expiring <duration>',
      'only keys that will stop working within this time: 30d',
      given(positiveDuration),
    )
    .addHelpText('after', examples('key list "Blue Motors"', 'key list --expiring 30d'))
    .action(async (vendor: string | undefined, { json, expiring }: ReadOptions & { expiring?: number }) => {
      const operator = await context.operator();
      const account = vendor === undefined ? undefined : await operator.listKeys({ vendor });
      const accounts = account ? [account] : await operator.listVendors();
      const isListed = (each: IssuedKey) =>
        expiring === undefined || isExpiring(each, context.clock(), expiring);
      const listed = accounts.flatMap(({ id, name, keys }) =>
        keys.filter(isListed).map((each) => ({ name, ...keyView(id, each, context.clock()) })),
      );
      if (json) {
        const keys = listed.map(({ name: _name, ...view }) => view);
        return printJson(context, { vendor: account?.id, keys });
      }
      if (listed.length === 0) return print(context, noKeys(account?.name, expiring));
      return print(context, table(keyOfVendorColumns, listed, context));
    });

  withChangeOptions(key.command('rotate <key-id>'), context)
    .description('replace a key; both keys work until the overlap ends')
    .addOption(overlapOption())
    .addHelpText('after', examples('key rotate key_… --overlap 14d'))
    .action((id: string, { json, by, overlap }: ChangeOptions & { overlap: number }) =>
      context.uninterrupted(async () => {
        const fresh = await (await context.operator()).rotateKey({ keyId: keyId(id), overlap, by });
        const { old } = fresh;
        await tell(context, fresh, json, { replaces: old.id, oldExpires: old.expires });
        if (!json) remark(context, `The old key ${old.id} works until ${timeText(old.expires, context)}.`);
      }),
    );

  withChangeOptions(key.command('revoke <key-id>'), context)
    .description('permanently revoke a key, everywhere within 5 seconds')
    .addHelpText('after', examples('key revoke key_…'))
    .action((id: string, { json, by }: ChangeOptions) =>
      context.uninterrupted(async () => {
        const { key: revoked, vendor } = await (await context.operator()).revokeKey({ keyId: keyId(id), by });
        const said = `Revoked ${revoked.id} of ${vendor.name}: it stops working everywhere within 5 seconds.`;
        await (json
          ? printJson(context, keyView(vendor.id, revoked, context.clock()))
          : print(context, said));
        const old = vendor.keys.find((each) => each.replacedBy === revoked.id);
        if (old && isUsable(keyState(old, context.clock())))
          remark(
            context,
            `It had replaced ${old.id}, which works until ${timeText(old.expires, context)}: issue another by then.`,
          );
      }),
    );
}

function noKeys(vendor: string | undefined, expiring: number | undefined): string {
  if (expiring !== undefined) return 'No key will stop working within that time.';
  return vendor === undefined
    ? 'There are no keys yet: issue one with key issue VENDOR.'
    : `${vendor} has no keys yet: issue one with key issue.`;
}

const overlapOption = (): Option =>
  new Option('--overlap <duration>', 'how long the old key keeps working')
    .argParser(given(duration))
    .default(duration('7d'), '7d');

/** Without `--json`, only the key goes to standard output, so that it can be piped on. */
async function tell(
  context: CliContext,
  { text, key, vendor }: FreshKey,
  json = false,
  more: object = {},
): Promise<void> {
  try {
    const view = { key: text, ...keyView(vendor.id, key, context.clock()), ...more };
    await (json ? printJson(context, view) : print(context, text));
  } catch (error) {
    if (!(error instanceof OutputClosed)) throw error;
    throw new NotDone(`The new key could not be written out and cannot be shown again: revoke ${key.id}.`);
  }
  if (json) return;
  const end = key.expires ? `works until ${timeText(key.expires, context)}` : 'works until it is revoked';
  remark(context, `Key ${key.id} of ${vendor.name} ${end}. It is shown only once: pass it on securely.`);
}
