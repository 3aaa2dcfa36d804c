import { describe, expect, it } from 'vitest';
import { readSent } from '../../../../src/adapters/inbound/sources/kinds.ts';
import { Lead } from '../../../../src/domain/lead.ts';
import { kindRules, sourceKinds } from '../../../../src/domain/sources/source-kinds.ts';
import { draftOf } from '../../../../src/domain/sources/source-lead.ts';
import { bytesOf, contentTypeOf, kindOf } from '../../../support/source-samples.ts';
import { SECRET, someSource, sourceService } from '../../../support/sources.ts';
import { samples } from './samples.ts';

describe.each(sourceKinds)('a source of kind %s', (kind) => {
  const source = someSource(kind);
  const { enter, isPublic } = kindRules[kind];
  const [whole] = samples.filter(({ file, leads }) => kindOf(file) === kind && leads);
  const send = async (more: object) => {
    const { post } = await sourceService();
    const file = whole?.file ?? '';
    return post(source.id, {
      headers: { 'content-type': contentTypeOf(file) },
      body: bytesOf(file),
      ...more,
    });
  };

  it('has samples, of leads and of what is held', () => {
    const all = samples.filter(({ file }) => kindOf(file) === kind);
    expect(all.filter(({ leads }) => leads)).not.toHaveLength(0);
    expect(all.filter(({ held }) => held)).not.toHaveLength(0);
  });

  it('reads a sample in a trial as at its address', async () => {
    const read = await readSent(source, bytesOf(whole?.file ?? ''));
    const names = read.map((lead) => Lead.parse(draftOf(source, lead)).customer.firstName);
    expect(names).toEqual(whole?.leads?.map(({ firstName }) => firstName));
  });

  it('takes nothing without its secret, unless its address is public', async () => {
    const body = new TextDecoder().decode(bytesOf(whole?.file ?? '')).replace(SECRET, 'guess');
    expect((await send({ body })).status).toBe(isPublic ? 200 : 403);
  });

  it('answers pages that ask whether they may send, if its address is public', async () => {
    expect((await send({ method: 'OPTIONS' })).status).toBe(isPublic ? 204 : 405);
  });

  it('says what its sender has to enter', () => {
    const words = enter('https://leads.example.com/in/src_1', source);
    expect(words).toContain('https://leads.example.com/in/src_1');
    expect(words.includes('SECRET')).toBe(!isPublic);
  });
});
