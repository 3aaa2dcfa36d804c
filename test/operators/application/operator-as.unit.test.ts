import { expect, it } from 'vitest';
import { operatorAs } from '../../../src/operators/application/operator-as.ts';
import { inMemoryOperator } from '../../support/in-memory-operator.ts';
import { sales, viewer } from '../../support/who-may.ts';

it('each role may do what the ones before may, and more', () => {
  const { operator } = inMemoryOperator();
  const permitted = async (role: 'viewer' | 'sales' | 'admin') => {
    const useCases = Object.entries(operatorAs({ id: 'per_g', name: 'Grace', role }, operator));
    const outcomes = await Promise.all(
      useCases.map(async ([name, call]) => {
        const reason = await (call as (order: object) => Promise<unknown>)({}).catch((error) => error.reason);
        return reason === 'not-permitted' ? [] : [name];
      }),
    );
    return outcomes.flat().sort();
  };
  return Promise.all([
    expect(permitted('viewer')).resolves.toEqual(viewer.toSorted()),
    expect(permitted('sales')).resolves.toEqual(sales.toSorted()),
    expect(permitted('admin')).resolves.toEqual(Object.keys(operator).sort()),
  ]);
});

it('who has signed in is who did it, whatever the order says', async () => {
  const { operator, submit, audit } = inMemoryOperator();
  await submit('lead-1');
  const grace = operatorAs({ id: 'per_g', name: 'Grace', role: 'sales' }, operator);
  const order = { leadId: 'lead-1', to: 'Won', by: 'somebody else' } as const;
  const { after } = await grace.moveLead(order);
  const who = { by: 'Grace', byId: 'per_g' };
  expect([after.history.at(-1), audit.kept[0]]).toMatchObject([who, who]);
});

it('a viewer is named the vendors, without a word of their keys', async () => {
  const { operator } = inMemoryOperator();
  const { id } = await operator.addVendor({ name: 'Acme', by: 'test' });
  await operator.issueKey({ vendor: id, by: 'test' });
  expect(await operatorAs({ id: 'per_v', name: 'Vera', role: 'viewer' }, operator).nameVendors()).toEqual([
    { id, name: 'Acme' },
  ]);
});
