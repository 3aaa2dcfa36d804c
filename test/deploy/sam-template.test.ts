import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings } from '../../src/bootstrap/config.ts';

const template = readFileSync('deploy/sam/template.yaml', 'utf8');

it('the template sets only variables that the service reads', () => {
  const variables = /Variables:\n((?: {10,}.*\n)+)/.exec(template)?.[1] ?? '';
  const names = [...variables.matchAll(/^ {10}(\w+):/gm)].map(([, name]) => name);
  expect(names).toContain('MONGODB_URI');
  expect(names.filter((name) => !Object.hasOwn(settings, name ?? ''))).toEqual([]);
});

it('the template takes secrets from Secrets Manager, never as a parameter', () => {
  for (const name of ['MONGODB_URI', 'API_KEYS']) {
    const value = new RegExp(`^ {10}${name}:(.*\n(?: {12,}.*\n)*)`, 'm').exec(template)?.[1];
    expect(value).toContain(`{{resolve:secretsmanager:\${SecretName}:SecretString:${name}:`);
  }
  expect(template).not.toContain('mongodb://');
  expect(template).not.toContain('mongodb+srv://');
});
