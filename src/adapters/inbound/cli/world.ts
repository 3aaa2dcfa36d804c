import type { Readable, Writable } from 'node:stream';
import type { OperatorUseCases } from '../../../application/ports/operator.ts';
import type { Clock } from '../../../application/ports/outbound.ts';
import { harmlessJson } from './text.ts';

/** All that the command line touches. */
export interface World {
  /** Asked for only when a command needs it: help works without a store. Throws Refused where there is none. */
  readonly operator: () => OperatorUseCases;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether standard output is a terminal whose user wants colours. */
  readonly colours: boolean;
  /** Who acts, unless `--by` says otherwise. */
  readonly user: string;
  readonly clock: Clock;
  /** Runs what Ctrl-C must not cut in two. */
  readonly undisturbed: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The command was not used as it is meant. One plain sentence. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Standard output takes no more: whoever read it went away, or something is wrong with it. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
  readonly enoughWasRead: boolean;

  constructor({ code }: NodeJS.ErrnoException) {
    super('standard output takes no more');
    this.enoughWasRead = code === 'EPIPE';
  }
}

/** Resolves when the text is handed over. Throws OutputClosed. */
export function print({ stdout }: Pick<World, 'stdout'>, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(`${text}\n`, (error) => (error ? reject(new OutputClosed(error)) : resolve()));
  });
}

export const printJson = (world: World, value: unknown): Promise<void> => print(world, harmlessJson(value));

/** What is for people alone, and not part of the result. */
export const remark = ({ stderr }: Pick<World, 'stderr'>, text: string): void =>
  void stderr.write(`${text}\n`);
