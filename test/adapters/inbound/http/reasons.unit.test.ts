import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wordings } from '../../../../src/adapters/inbound/http/http-error.ts';

const reasons = Object.keys(wordings);

it('an operator finds each reason to refuse a request, with its status', () => {
  const page = readFileSync('docs/observe.md', 'utf8');
  expect(reasons.filter((reason) => !page.includes(`\`${reason}\``))).toEqual([]);
});

it('vendors find each in the description, unless it says no more than another or any server may answer it', () => {
  const description = readFileSync('docs/openapi.json', 'utf8');
  expect(reasons.filter((reason) => !description.includes(`"${reason}": {`))).toEqual([
    ...['expired-key', 'revoked-key'],
    // senders have forms of their own
    ...[
      'forbidden-source',
      'forbidden-origin',
      'source-media-type',
      'nothing-sent',
      'invalid-form',
      'form-too-large',
      'file-in-form',
    ],
    ...['unknown-path', 'too-many-parts'],
    ...['bad-request', 'headers-too-large', 'too-many-bodies', 'too-many-unanswered'],
  ]);
});
