import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ContainerModule } from 'inversify';
import { expect, it } from 'vitest';
import { startDeliveryFunction } from '../../src/bootstrap/start-delivery-function.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { openHook } from '../../src/operators/domain/events/hook.ts';
import { leadReceived } from '../../src/operators/domain/events/lead-event.ts';
import { dealOf } from '../../suites/samples.ts';
import { addDeal } from '../support/added-leads.ts';
import { inMemory, storeInFile } from '../support/sqlite-file.ts';

it('one run of the function begins no try after its time, however much is due', async () => {
  const receiver = createServer((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), 100);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

  const { crm, hooks, deliveries } = storeInFile(inMemory());
  await hooks.add(openHook({ id: 'hook_1', url, vendorId: undefined, created: new Date() }));
  for (let n = 0; n < 600; n += 1) {
    const deal = dealOf({}, { id: `lead-${n}`, contactId: 'contact-1', receivedAt: new Date() });
    await addDeal(crm, deal, { announced: [{ event: leadReceived(deal), hooks: ['hook_1'] }] });
  }
  const module = new ContainerModule(({ bind }) => {
    bind(tokens.crm).toConstantValue(crm);
    bind(tokens.hooks).toConstantValue(hooks);
    bind(tokens.deliveries).toConstantValue(deliveries);
  });
  const store = { name: 'in memory', durable: false, module };
  const deliver = await startDeliveryFunction({ store, env: { LOG_LEVEL: 'silent' }, limit: 500 });

  const began = performance.now();
  const { tries } = await deliver();
  expect(performance.now() - began).toBeLessThan(2_000); // the 600 would take four seconds
  expect(tries).toBeLessThan(300);
  receiver.close();
});
