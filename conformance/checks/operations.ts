import assert from 'node:assert/strict';
import { accepted, checks, leadWith, notVisible, refused, refuses } from '../check.ts';
import type { Service } from '../service.ts';

const statuses = ['In Progress', 'Quoted', 'Evaluation Scheduled', 'Won', 'Lost'];
const newLead = async (service: Service) => accepted(await service.post(leadWith()));

async function readBack(service: Service): Promise<{ sent: string; body: Record<string, unknown> }> {
  const sent = await newLead(service);
  const { status, body } = await service.get(sent);
  assert.equal(status, 200, `expected status 200, got ${status}`);
  return { sent, body };
}

const unknownLead = async (service: Service) => {
  const leadId = crypto.randomUUID();
  return { leadId, ...(await service.get(leadId)) };
};

export const operationChecks = [
  ...checks('2.2 Create Lead response, 4.1 Create Lead', [
    ['POST /lead answers 200 with a leadId', async (service) => void (await newLead(service))],
    ['a lead that was refused is not kept', notVisible],
  ]),
  ...checks('2.3 Lead status, 4.2 Get Lead', [
    [
      'GET /lead/{leadId} answers 200 with that leadId',
      async (service) => {
        const { sent, body } = await readBack(service);
        assert.equal(body.leadId, sent, 'body.leadId is different');
      },
    ],
  ]),
  ...checks('3 States', [
    [
      `the status is one of ${statuses.join(', ')}`,
      async (service) => {
        const { status } = (await readBack(service)).body;
        assert.ok(statuses.includes(status as string), 'body.status is not one of them');
      },
    ],
  ]),
  ...checks('7 Errors', [
    ['400 for invalid JSON', async (service) => refused(await service.post('{"first_name":'), 400)],
    ['400 if first_name is missing', refuses({ first_name: undefined })],
    [
      '400 if both email and phone are missing, with the specified texts',
      refuses(
        { email: undefined, phone: undefined },
        { error: 'email or phone is required', message: 'Either email or phone must be provided' },
      ),
    ],
    ['400 for an invalid email', refuses({ email: 'not-an-address' })],
    [
      '400 for an invalid phone, with the specified texts',
      refuses(
        { phone: '555-1234' },
        {
          error: 'Invalid phone format',
          message: 'Phone must contain 10 digits, or 11 digits starting with 1',
        },
      ),
    ],
    ['400 if deal_type is missing', refuses({ deal_type: undefined })],
    ['400 if deal_type is not an allowed value', refuses({ deal_type: 'sale' })],
    ['400 if vendor_name is missing', refuses({ vendor_name: undefined })],
    ['400 if lead_notes is missing', refuses({ lead_notes: undefined })],
    [
      '404 for an unknown leadId, with the specified text',
      async (service) => {
        const { status, body, leadId } = await unknownLead(service);
        assert.equal(status, 404, `expected status 404, got ${status}`);
        assert.equal(
          body.message,
          `No lead was found with the leadId: ${leadId}`,
          'the message is different',
        );
      },
    ],
    [
      '404 has no error, only the message',
      async (service) => {
        const { body } = await unknownLead(service);
        assert.deepEqual(Object.keys(body), ['message'], 'there are other fields');
      },
    ],
    ['500 for an unexpected error', 'cannot be provoked from outside'],
  ]),
];
