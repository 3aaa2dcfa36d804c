import type { Readable, Writable } from 'node:stream';
import type { BackUpStore } from '#operators/application/back-up-store.ts';
import type { CopiedKind, CopyOrder } from '#operators/application/copy-store.ts';
import type { OperatorUseCases } from '#operators/application/operator.ts';
import type { DeskAccess } from '#operators/application/ports/inbound/desk-use-cases.ts';
import type { RunRetention } from '#operators/application/ports/inbound/retention-use-cases.ts';
import type { Remains } from '#operators/application/ports/outbound/remains.ts';
import type { StoreRestore } from '#operators/application/ports/outbound/store-restore.ts';
import type { UpgradeStore } from '#operators/application/upgrade-store.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Clock } from '../../../../application/ports/outbound/runtime.ts';
import { terminalSafe, terminalSafeJson } from './text.ts';

/** The programs that `leads doctor` can check. */
export const checkedPrograms = ['server', 'deliverer', 'desk'] as const;
export type CheckedProgram = (typeof checkedPrograms)[number];

/** A check, and its problems, each as a sentence. */
export interface Check {
  readonly check: string;
  readonly problems: readonly string[];
  /** A sentence on what was found, if nothing is wrong. */
  readonly says?: string | undefined;
}

/** Everything outside of the command line that commands use. */
export interface CliContext {
  /**
   * Opens the store; called only when a command needs it, so that help works without one. Throws NotDone if there is
   * none, unless the order `begins` one.
   */
  readonly operator: (order?: { readonly begins?: true | undefined }) => Promise<OperatorUseCases>;
  /**
   * Resolves to the use cases for access to the desk, and the desk's address, which ends in a slash. Called and
   * throws as `operator`.
   */
  readonly desk: (order?: {
    readonly begins?: true | undefined;
  }) => Promise<{ readonly access: DeskAccess; readonly url: string }>;
  /** Resolves to the store's upgrade. Called and throws as `operator`; NotDone also if the store needs no upgrade. */
  readonly upgrade: () => Promise<UpgradeStore>;
  /**
   * Resolves to the erasure of customers kept for long enough, and the months after which, if a setting says
   * so. Called and throws as `operator`; NotDone also if the store cannot keep two runs apart.
   */
  readonly retention: () => Promise<{ readonly run: RunRetention; readonly months?: number | undefined }>;
  /**
   * Resolves to the part that removes bytes of erased customers from the store's files. Called and throws as
   * `operator`; NotDone also if the store has no such part.
   */
  readonly remains: () => Promise<Remains>;
  /**
   * Resolves to the store's backups into files. Called and throws as `operator`; NotDone also if the store is
   * no file.
   */
  readonly backup: () => Promise<BackUpStore>;
  /** Puts a backup in place of the data file in the settings. Throws NotDone, NotCopied and StoreUnavailable. */
  readonly restore: StoreRestore;
  /**
   * Copies one store into another, each a path, a MongoDB URI, or the store of the settings (`undefined`).
   * Throws NotCopied, NotDone and StoreUnavailable.
   */
  readonly copy: (
    order: { readonly from: string | undefined; readonly to: string | undefined } & Pick<
      CopyOrder,
      'progress'
    >,
  ) => Promise<readonly CopiedKind[]>;
  /**
   * Receives mails for a source: keeps them as leads, or held for a person. Called and throws as `operator`.
   */
  readonly receive: () => Promise<ReceiveMessage>;
  /** Checks what a program lacks with these settings. Called and throws as `operator`. */
  readonly checkUp: (program: CheckedProgram) => Promise<readonly Check[]>;
  /** Makes a pair of keys by which push services know the sender. */
  readonly newPushKeys: () => { readonly publicKey: string; readonly privateKey: string };
  /** The store's name in messages, and the setting that says where it is. */
  readonly store: { readonly name: string; readonly setting?: string | undefined };
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Whether standard output is a terminal whose user wants colours. */
  readonly colours: boolean;
  /** The width of standard output, if it is a terminal. */
  readonly columns?: number | undefined;
  /** The name of who acts, unless `--by` gives another. */
  readonly user: string;
  readonly clock: Clock;
  /** The time zone of the business. Throws NotDone if the setting names no zone. */
  readonly timeZone: TimeZone;
  /** The version of the program. */
  readonly version: string;
  /** Runs work that Ctrl-C must not interrupt halfway. Long work can ask whether to stop at a place where it may. */
  readonly uninterrupted: <T>(work: (isStopped: () => boolean) => Promise<T>) => Promise<T>;
}

/**
 * Receives a message for a source, and resolves to what became of its leads. Throws NoRecipient if there is no such
 * source, or it sends no mails.
 */
export type ReceiveMessage = (
  sourceId: string,
  message: Uint8Array,
) => Promise<readonly ({ readonly leadId: string } | { readonly held: string })[]>;

/** A message is for nobody here: the mail server has to return it. `message` is one plain sentence. */
export class NoRecipient extends Error {
  override readonly name = 'NoRecipient';
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
