import { execFileSync } from 'node:child_process';

/** A node as Firefox describes it to assistive programs. */
export interface Node {
  readonly depth: number;
  /** In words of AT-SPI, such as `push button`. */
  readonly role: string;
  readonly name: string;
  /** The description, such as a hint. */
  readonly says: string;
  readonly text: string;
  readonly states: readonly string[];
  readonly live: string;
}

/** The nodes of the page that a Firefox shows, in the order of reading. Python's `gi` is Debian's. */
export const treeOf = (pid: number | undefined): readonly Node[] =>
  JSON.parse(
    execFileSync('/usr/bin/python3', [new URL('tree.py', import.meta.url).pathname, `${pid}`], {
      encoding: 'utf8',
    }),
  );
