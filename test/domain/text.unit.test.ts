import { expect, it } from 'vitest';
import { isBlank, labelText } from '../../src/domain/text.ts';

it.each([
  [`${' '.repeat(600_000)}A-1`, 'A-1'],
  ['A\u202e-\n1', 'A-1'],
  [' '.repeat(600_000), ''],
  ['\u200b'.repeat(600_000), ''],
  ['😀'.repeat(100), '😀'.repeat(64)],
])('a label is one line of at most 64 characters, however long the text (%#)', (text, label) => {
  expect(labelText(text)).toBe(label);
});

it('of a long text only the beginning is looked at: all of it would hold up others', () => {
  expect(labelText(`${'\u200b'.repeat(1_024)}A-1`)).toBe('');
});

it.each([
  ['', true],
  [' \t\n\u00a0\u2003', true],
  ['\u200b\u2800', true],
  [`${' '.repeat(600_000)}\u200b`, true],
  [`${' '.repeat(600_000)}é`, false],
])('what nobody sees is blank (%#)', (text, blank) => {
  expect(isBlank(text)).toBe(blank);
});
