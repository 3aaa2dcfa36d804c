import { openDesk } from '../../../../support/desk.ts';

/** What data could plant: an element of no page of ours, a handler, an address that runs. */
export const planted =
  'main img, main svg:not(.month svg), main script, main style, main iframe, .planted, [onerror], [onload], [onfocus], [autofocus]:not([tabindex="-1"]), [style], [href^="javascript:" i]';

/** A desk with this text in every field that others write, and the paths of all its pages. It closes with `await using`. */
export async function plantedDesk(text: string) {
  const short = text.slice(0, 64);
  const desk = await openDesk();
  const vendorName = text.replace(/[\u202c-\u2069]/g, '');
  const { id: vendorId } = await desk.operator.addVendor({ name: vendorName, by: 'test' });
  const draft = {
    ...{ firstName: text, lastName: text, phone: '5550102030', zip: text.slice(0, 16), vendorName: text },
    ...{ notes: text, externalLeadId: text, vehicleYear: short, vehicleMake: short, vehicleModel: short },
    vehicleMiles: short,
  };
  const leadId = `lead ${text}`;
  await desk.submit(leadId, { vendorId, draft: { ...draft, email: 'one@example.com' } });
  await desk.submit('lead-2', { vendorId, keyId: text, draft: { ...draft, email: 'two@example.com' } });
  const by = vendorName;
  await desk.operator.moveLead({ leadId, to: 'Won', reason: text, by });
  await desk.addPeople(vendorName);
  await desk.operator.assignLead({ leadId, to: vendorName, by });
  const one = (await desk.operator.showLead({ leadId, by: 'test' })).deal.contactId;
  const two = (await desk.operator.showLead({ leadId: 'lead-2', by: 'test' })).deal.contactId;

  const url = `https://crm.example.com/${encodeURIComponent(text)}'"<b class=planted>`;
  const { hook } = await desk.operator.addHook({ url, vendor: vendorId, by });
  const { key } = await desk.operator.issueKey({ vendor: vendorId, by });
  const refused = { at: new Date(desk.time.now), requestId: text, status: 400, reason: text };
  await desk.ports.refusals.add(
    [vendorId, `static:${text}`].map((id) => ({
      ...{ ...refused, vendorId: id, externalId: text, problems: undefined },
    })),
  );
  await desk.operator.moveLead({ leadId: 'lead-2', to: 'Quoted', reason: text, by });
  const order = {
    hookId: hook.id,
    now: new Date(desk.time.now),
    limit: 9,
    leaseEnds: new Date(desk.time.now),
  };
  for (const { event } of await desk.ports.webhooks.deliveries.take({ ...order, lease: '1' }))
    await desk.ports.webhooks.deliveries.settle([
      {
        ...{ hookId: hook.id, eventId: event.id, lease: '1', due: undefined },
        tried: { at: order.now, status: 500, duration: 1, error: text, answer: text },
      },
    ]);

  const q = encodeURIComponent(text);
  const lead = `/leads/${encodeURIComponent(leadId)}`;
  const paths = [
    ...['/', `/?q=${q}&owner=${q}&vendor=${q}&contact=${q}`, `/?before=1_${q}`, lead, `${lead}/erase`],
    ...['/leads/lead-2', `/leads/${q}`, '/leads/move', `/contacts?q=${q}`, '/contacts?q=5550102030'],
    ...[`/contacts/${one}`, `/contacts/${one}/erase`, `/contacts/${one}/merge`],
    ...[
      `/contacts/${one}/merge?with=${two}`,
      `/contacts/${one}/merge?with=${q}`,
      `/contacts/${one}/merge?q=${q}`,
    ],
    ...[
      '/vendors',
      `/vendors/${vendorId}`,
      `/vendors/${q}`,
      `/vendors/static:${q}`,
      '/report',
      `/report?month=${q}`,
    ],
    ...[`/report?since=${q}&until=${q}`, `/vendors/${vendorId}/keys/${key.id}/revoke`],
    ...['/hooks', `/hooks?vendor=${q}`, `/hooks/${hook.id}`, `/hooks/${hook.id}/remove`, `/hooks/${q}`],
    ...[
      ...['/work', '/audit'],
      `/audit?on=${q}&by=${q}`,
      `/audit?since=${q}&until=${q}`,
      `/audit?before=${q}`,
      `/sign-in?goal=${q}`,
    ],
  ];
  return {
    ...desk,
    leadPath: lead,
    contactPath: `/contacts/${one}`,
    vendorPath: `/vendors/${vendorId}`,
    vendorName,
    paths,
  };
}
