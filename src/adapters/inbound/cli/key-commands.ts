import type { Command } from 'commander';
import { type IssuedKey, isExpiring } from '../../../domain/intake/issued-key.ts';
import { positiveDuration } from '../operators/values.ts';
import { keyOfVendorColumns, keyView } from '../operators/vendors.ts';
import { type CliContext, print, printJson } from './cli-context.ts';
import { examples, groupOf, type ReadOptions, withReadOptions } from './command.ts';
import { table } from './text.ts';
import { given } from './values.ts';

export function addKeyCommands(program: Command, context: CliContext): void {
  const key = groupOf(program, 'key');

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
}

function noKeys(vendor: string | undefined, expiring: number | undefined): string {
  if (expiring !== undefined) return 'No key will stop working within that time.';
  return vendor === undefined
    ? 'There are no keys yet: issue one with key issue VENDOR.'
    : `${vendor} has no keys yet: issue one with key issue.`;
}
