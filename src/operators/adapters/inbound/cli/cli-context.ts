import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../../../application/ports/outbound/runtime.ts';
import type { CopiedKind, CopyOrder } from '../../../application/copy-store.ts';
import type { OperatorUseCases } from '../../../application/operator.ts';
import type { DeskAccess } from '../../../application/ports/inbound/desk-use-cases.ts';
import type { RunRetention } from '../../../application/ports/inbound/retention-use-cases.ts';
import type { StoreBackup } from '../../../application/ports/outbound/store-backup.ts';
import type { UpgradeStore } from '../../../application/upgrade-store.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import { terminalSafe, terminalSafeJson } from './text.ts';

/** What `leads doctor` looks at. */
export const checkedPrograms = ['server', 'deliverer', 'desk'] as const;
export type CheckedProgram = (typeof checkedPrograms)[number];

/** What was looked at, and what is wrong, each in a sentence. */
export interface Check {
  readonly check: string;
  readonly problems: readonly string[];
  /** What was found, if nothing is wrong. */
  readonly says?: string | undefined;
}

/** Everything that the command line touches. */
export interface CliContext {
  /** Called only when a command needs it, so that help works without a store. Throws NotDone if there is none. */
  readonly operator: () => Promise<OperatorUseCases>;
  /** Who is let into the desk, and its address, which ends in a slash. Called and throws as `operator`. */
  readonly desk: () => Promise<{ readonly access: DeskAccess; readonly url: string }>;
  /** Brings what the store keeps up to date. Called and throws as `operator`; NotDone also if the store needs none. */
  readonly upgrade: () => Promise<UpgradeStore>;
  /**
   * Erases what has been kept for long enough, and after how many months, if a setting says so. Called and throws as
   * `operator`; NotDone also if the store cannot keep that one run goes on at a time.
   */
  readonly retention: () => Promise<{ readonly run: RunRetention; readonly months?: number | undefined }>;
  /** Writes what the store keeps into a file. Called and throws as `operator`; NotDone also if the store is no file. */
  readonly backup: () => Promise<StoreBackup>;
  /** Copies one store into another: paths, MongoDB URIs, or the store of the settings. Throws NotCopied, NotDone and StoreUnavailable. */
  readonly copy: (
    order: { readonly from: string | undefined; readonly to: string | undefined } & Pick<
      CopyOrder,
      'progress'
    >,
  ) => Promise<readonly CopiedKind[]>;
  /**
   * Keeps the message of a source: as leads, or held for a person. Called and throws as `operator`; NotDone also if there is
   * no such source, or it sends no mails.
   */
  readonly receive: () => Promise<ReceiveMessage>;
  /** What this program lacks, with these settings. Called and throws as `operator`. */
  readonly checkUp: (program: CheckedProgram) => Promise<readonly Check[]>;
  /** What messages call the store, and the setting that says where it is. */
  readonly store: { readonly name: string; readonly setting?: string | undefined };
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Whether standard output is a terminal whose user wants colours. */
  readonly colours: boolean;
  /** The width of that terminal, if it is one. */
  readonly columns?: number | undefined;
  /** Who acts, unless `--by` says otherwise. */
  readonly user: string;
  readonly clock: Clock;
  /** Where the business is. Throws NotDone if the setting names no zone. */
  readonly timeZone: TimeZone;
  /** The version of the program. */
  readonly version: string;
  /** Runs work that Ctrl-C must not interrupt halfway. Long work may ask whether to stop where it can be stopped. */
  readonly uninterrupted: <T>(work: (isStopped: () => boolean) => Promise<T>) => Promise<T>;
}

/** Takes a message, and tells what became of the leads in it. */
export type ReceiveMessage = (
  sourceId: string,
  message: Uint8Array,
) => Promise<readonly ({ readonly leadId: string } | { readonly held: string })[]>;

/** A message could not be kept: whoever hands it on has to try again. The message is one plain sentence. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
}

/** The command was used incorrectly. The message is one plain sentence. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** The command could not be carried out, for a reason outside the domain. The message is one plain sentence. */
export class NotDone extends Error {
  override readonly name = 'NotDone';
}

/** Standard output accepts no more: its reader has gone away, or it has failed. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
  readonly enoughWasRead: boolean;

  constructor({ code }: NodeJS.ErrnoException) {
    super('standard output cannot be written to');
    this.enoughWasRead = code === 'EPIPE';
  }
}

/** Resolves once the text has been written. Throws OutputClosed. */
export function print({ stdout }: Pick<CliContext, 'stdout'>, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(`${text}\n`, (error) => (error ? reject(new OutputClosed(error)) : resolve()));
  });
}

export const printJson = (context: CliContext, value: unknown): Promise<void> =>
  print(context, terminalSafeJson(value));

/** Writes what people should read but is not part of the result. */
export const remark = ({ stderr }: Pick<CliContext, 'stderr'>, text: string): void =>
  void stderr.write(`${terminalSafe(text)}\n`);
