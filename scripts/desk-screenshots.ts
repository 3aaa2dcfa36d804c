import type { LeadDraft } from '../src/domain/lead.ts';
import { TimeZone } from '../src/operators/domain/time-zone.ts';
import { launch, unpackedChromium } from '../test/support/chromium.ts';
import { openDesk } from '../test/support/desk.ts';
import { signIn } from '../test/support/desk-page.ts';
import { fillWithLeads } from './demo/fill.ts';

/** Takes the pictures of the desk that `docs/desk.md` and the README show, with the demo's made-up people. */

/** Names for which any machine has letters. */
const hasLetters = ({ firstName, lastName = '', vendorName }: LeadDraft): boolean =>
  [firstName, lastName, vendorName].every((name) =>
    /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek} .&’'«»–-]*$/u.test(String(name)),
  );

const desk = await openDesk(undefined, TimeZone.parse('America/New_York'));
const { operator, ports, crm, time } = desk;
const by = 'Amara Okafor';
await fillWithLeads(
  { ...ports, crm, managedVendors: ports.vendors },
  { count: 600, now: new Date(time.now), isWanted: hasLetters },
);
const [account] = await operator.listVendors();
const vendorId = account?.id ?? '';
const { hook } = await operator.addHook({ url: 'https://crm.example.com/leads', by });
const leadId = '019c5a7e-7a41-7d0c-9f5e-3c6f7c1d2e3f';
const now = time.now;
const hoursAgo = (hours: number): void => {
  time.now = now - hours * 3_600_000;
};
hoursAgo(29);
await desk.submit(leadId, {
  vendorId,
  draft: {
    firstName: 'Wanjiru',
    lastName: 'Kamau',
    email: 'wanjiru.kamau@example.com',
    phone: '2125550142',
    dealType: 'lift',
    vendorName: 'Blue Motors',
    externalLeadId: 'A-1601',
    zip: '10027',
    vehicleYear: '2022',
    vehicleMake: 'Ram',
    vehicleModel: 'ProMaster',
    vehicleMiles: '31,000',
    notes:
      'A wheelchair lift for a high-roof van. It has to be there before school begins.\nCall after 5 pm.',
  },
});
await operator.assignLead({ leadId, to: by, by });
hoursAgo(26);
await operator.moveLead({ leadId, to: 'Quoted', reason: 'Sent the offer by mail', by });
hoursAgo(3);
await operator.moveLead({ leadId, to: 'Evaluation Scheduled', reason: 'Tuesday, 9 am, at her yard', by });
hoursAgo(30);
const { leads: open } = await operator.listLeads({ status: 'In Progress', limit: 6 });
for (const [nth, { id }] of open.entries()) {
  await operator.assignLead({ leadId: id, to: by, by });
  await operator.noteLead({ leadId: id, kind: nth % 2 ? 'wrote' : 'no-answer', text: 'Will try again', by });
  const at = new Date(now + (nth - 1) * 3_600_000);
  if (nth < 5) await operator.followUp({ leadId: id, at, endFollowUp: true, by });
}
hoursAgo(0);
const order = {
  hookId: hook.id,
  now: new Date(time.now),
  limit: 9,
  leaseEnds: new Date(time.now),
  lease: '1',
};
const taken = await ports.webhooks.deliveries.take(order);
await ports.webhooks.deliveries.settle(
  taken.map(({ hookId, event, lease }) => ({
    hookId,
    eventId: event.id,
    lease,
    due: undefined,
    tried: { at: order.now, status: 204, duration: 31, error: undefined, answer: undefined },
  })),
);

const browser = await launch(await unpackedChromium());
try {
  const page = await signIn(browser, desk, {
    role: 'sales',
    name: by,
    viewport: { width: 1180, height: 640 },
    locale: 'en-US',
  });
  await page.goto('/?status=open');
  for (const n of [1, 2, 4]) await page.locator('input[name=lead]').nth(n).check();
  await page.screenshot({ path: 'docs/desk-inbox.png' });

  await page.goto('/day');
  await page.screenshot({ path: 'docs/desk-day.png' });

  await page.goto(`/leads/${leadId}`);
  await page.setViewportSize({ width: 1180, height: 920 });
  await page.screenshot({ path: 'docs/desk-lead.png' });

  const monthBefore = new Date(time.now);
  monthBefore.setUTCDate(0);
  await page.goto(`/report?month=${monthBefore.toISOString().slice(0, 7)}`);
  await page.setViewportSize({ width: 1180, height: 720 });
  await page.screenshot({ path: 'docs/desk-report.png' });
} finally {
  await browser.close();
  await desk[Symbol.asyncDispose]();
}
