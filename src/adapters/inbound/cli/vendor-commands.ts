import type { Command } from 'commander';
import { type Acting, type Asking, changing, examples, reading } from './command.ts';
import { table, timeText } from './text.ts';
import { print, printJson, type World } from './world.ts';

export function addVendorCommands(program: Command, world: World): void {
  const vendor = program.command('vendor').description('accounts of the partners that submit leads');

  changing(vendor.command('add <name>'), world)
    .description('open an account; keys are issued to it afterwards')
    .addHelpText('after', examples('vendor add "Blue Motors"', 'vendor add "Blue Motors" --json'))
    .action((name: string, { json, by }: Acting) =>
      world.undisturbed(async () => {
        const { id, name: kept, created } = await world.operator().addVendor({ name, by });
        if (json) return printJson(world, { vendor: id, name: kept, created });
        return print(world, `Added vendor ${kept} with the id ${id}.`);
      }),
    );

  reading(vendor.command('list'))
    .description('list all accounts, sorted by name')
    .addHelpText('after', examples('vendor list', 'vendor list --json | jq -r ".vendors[].name"'))
    .action(async ({ json }: Asking) => {
      const accounts = await world.operator().listVendors();
      const vendors = accounts.map(({ id, name, created, keys }) => ({
        vendor: id,
        name,
        created,
        keys: keys.length,
      }));
      if (json) return printJson(world, { vendors });
      if (vendors.length === 0) return print(world, 'There are no vendors yet.');
      const rows = vendors.map(({ vendor: id, name, created, keys }) => [
        id,
        name,
        `${keys}`,
        timeText(created),
      ]);
      return print(world, table(['VENDOR', 'NAME', 'KEYS', 'CREATED'], rows, world));
    });
}
