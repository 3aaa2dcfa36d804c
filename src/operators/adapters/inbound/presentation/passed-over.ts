import type * as v from 'valibot';

/** Names of fields that valibot 1.5 neither reads nor reports, so that it cannot refuse them as unknown. */
const names = ['__proto__', 'constructor', 'prototype'];

/** A value, and its path in the request's body. */
interface Place {
  readonly value: unknown;
  readonly key: string | number;
  readonly within?: Place;
}

/** Finds the first of these names anywhere in what was sent; `undefined` if there is none. */
export function passedOver(given: unknown): v.BaseIssue<unknown> | undefined {
  const left: Place[] = [{ value: given, key: '' }];
  for (let place = left.pop(); place; place = left.pop()) {
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    const name = isList ? undefined : names.find((each) => Object.hasOwn(value, each));
    if (name !== undefined) return unknownName(value, { value, key: name, within: place });
    for (const [key, inner] of Object.entries(value))
      left.push({ value: inner, key: isList ? Number(key) : key, within: place });
  }
  return undefined;
}

function unknownName(input: object, place: Place): v.BaseIssue<unknown> {
  const keys = [];
  for (let at: Place | undefined = place; at?.within; at = at.within) keys.unshift(at.key);
  const path = keys.map((key) => ({ type: 'unknown', origin: 'key', input, key, value: undefined }));
  return {
    kind: 'schema',
    type: 'never',
    input,
    expected: 'never',
    received: 'unknown',
    message: 'It is not known here.',
    path: path as unknown as [v.IssuePathItem, ...v.IssuePathItem[]],
  };
}
