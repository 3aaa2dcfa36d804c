import type { TestProject } from 'vitest/node';
import { findMongod } from '../../support/mongod-binary.ts';

/** Only the binary: every test here starts its own servers, to break them. */
export default async function setup({ provide }: TestProject): Promise<void> {
  const binary = await findMongod();
  provide('mongodBinary', binary ?? '');
  if (!binary && process.env.CI) throw new Error('CI runs every test, and there is no mongod to be had');
  if (!binary) console.error('\n!!! No mongod: everything here is SKIPPED.\n');
}
