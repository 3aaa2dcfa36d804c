import type { Command } from 'commander';
import {
  refusedRequestColumns,
  refusedRequestView,
  vendorColumns,
  vendorView,
} from '../operators/vendors.ts';
import { type CliContext, print, printJson } from './cli-context.ts';
import { examples, groupOf, type ReadOptions, withReadOptions } from './command.ts';
import { table } from './text.ts';

export function addVendorCommands(program: Command, context: CliContext): void {
  const vendor = groupOf(program, 'vendor');

  withReadOptions(vendor.command('list'))
    .description('list all accounts, sorted by name')
    .addHelpText('after', examples('vendor list', 'vendor list --json | jq -r ".vendors[].name"'))
    .action(async ({ json }: ReadOptions) => {
      const vendors = (await (await context.operator()).listVendors()).map(vendorView);
      if (json) return printJson(context, { vendors });
      if (vendors.length === 0)
        return print(
          context,
          'There are no accounts yet: open one with vendor add NAME. (Vendors in API_KEYS have none.)',
        );
      return print(context, table(vendorColumns, vendors, context));
    });

  withReadOptions(vendor.command('refusals <vendor>'))
    .description('list the last fifty requests of a vendor that were refused, the newest first')
    .addHelpText('after', examples('vendor refusals "Blue Motors"', 'vendor refusals static:acme --json'))
    .action(async (vendor: string, { json }: ReadOptions) => {
      const { vendorId, requests } = await (await context.operator()).listRefusals({ vendor });
      if (json) return printJson(context, { vendor: vendorId, requests: requests.map(refusedRequestView) });
      if (requests.length === 0) return print(context, 'Nothing of it was refused in the last month.');
      return print(context, table(refusedRequestColumns, requests, context));
    });
}
