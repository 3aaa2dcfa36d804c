/** Starts a program that takes no arguments. If some are given, standard error says how to set what it reads. */
export async function withoutArguments(
  start: () => Promise<unknown>,
  { who, example }: { readonly who: string; readonly example: string },
): Promise<void> {
  if (process.argv.length === 2) return void (await start());
  console.error(`${who} takes no arguments: a setting is a variable, as in ${example}.`);
  process.exitCode = 1;
}
