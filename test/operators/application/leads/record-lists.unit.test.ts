import { expect, it } from 'vitest';
import { makeOperatorUseCases } from '../../../../src/operators/application/operator.ts';
import { inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

it('what programs take is one entry a program, list and hour, with pages and leads, also at the same time', async () => {
  const { ports, audit, time } = inMemoryOperator();
  const { recordList } = makeOperatorUseCases(ports);
  const [bridge, report] = [
    { by: 'bridge (token)', byId: 'tok_1' },
    { by: 'report (token)', byId: 'tok_2' },
  ];
  time.now = Date.UTC(2026, 10, 28, 10, 59);
  await Promise.all([50, 50, 0, 7].map((leads) => recordList({ of: 'changes', leads, by: bridge })));
  await recordList({ of: 'leads', leads: 1, by: bridge });
  await recordList({ of: 'changes', leads: 3, by: report });
  await recordList({ of: 'leads', leads: 2, by: 'grace' });
  time.now += minutes(1);
  await recordList({ of: 'changes', leads: 4, by: bridge });
  expect(audit.kept.map(({ by, action, on, to, outcome }) => [by, action, on, to, outcome])).toEqual([
    ['bridge (token)', 'lead.take', 'changes', '3 pages, 107 leads', 'done'],
    ['bridge (token)', 'lead.take', 'leads', '1 page, 1 lead', 'done'],
    ['report (token)', 'lead.take', 'changes', '1 page, 3 leads', 'done'],
    ['grace', 'lead.take', 'leads', '1 page, 2 leads', 'done'],
    ['bridge (token)', 'lead.take', 'changes', '1 page, 4 leads', 'done'],
  ]);
});

it('a program is given nothing that could not be recorded, and the next is counted again', async () => {
  const { ports, audit } = inMemoryOperator();
  const { recordList } = makeOperatorUseCases(ports);
  const { begin } = audit;
  audit.begin = () => Promise.reject(new Error('no'));
  await expect(recordList({ of: 'leads', leads: 1, by: 'grace' })).rejects.toThrow('no');
  audit.begin = begin;
  await recordList({ of: 'leads', leads: 1, by: 'grace' });
  expect(audit.kept).toHaveLength(1);
});
