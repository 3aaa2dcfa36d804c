import { expect, it } from 'vitest';
import { runtimeWarning } from '../../src/bootstrap/runtime-version.ts';

it.each(['20.19.4', '21.7.0'])('warns that Node %s gets no fixes', (version) => {
  expect(runtimeWarning(version)).toBe(
    `Node ${version} no longer gets security fixes. Run the service on Node 22 or newer.`,
  );
});

it.each(['22.0.0', '24.21.0'])('has nothing to say about Node %s', (version) => {
  expect(runtimeWarning(version)).toBeUndefined();
});
