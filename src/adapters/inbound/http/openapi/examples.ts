import { InvalidLead } from '../../../../domain/invalid-lead.ts';
import { errorResponse } from '../error-response.ts';
import { BrokenJson, HttpError, type HttpErrorReason, MethodNotAllowed, UnknownLead } from '../http-error.ts';
import { jsonBreak } from '../json-break.ts';
import { readLead, type WireName } from '../lead-payload.ts';

/** The `leadId` of every example. */
export const exampleLeadId = '01a1fd1b-477f-74a1-a3dd-b70e720f9f86';

const lead = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone: '+1 (555) 010-2030',
  zip: '94107',
  deal_type: 'sales',
  vendor_name: 'Acme Motors',
  lead_notes: 'Wants a tractor with sleeper.\nCall after 5 pm.',
  external_lead_id: 'A-1047',
  vehicle_year: '2024',
  vehicle_make: 'Volvo',
  vehicle_model: 'VNL',
  vehicle_miles: '120',
} satisfies Record<Exclude<WireName, 'external_id'>, string>;
const { email: _email, phone: _phone, ...unreachable } = lead;
const { first_name, email, vendor_name } = lead;

/**
 * Leads that can be sent as they are. `refusedLeads` has the responses to those that are refused, under the
 * same names.
 */
export const leads = {
  whole: { summary: 'All fields', value: lead },
  least: {
    summary: 'Only the required fields',
    value: { first_name, email, deal_type: 'other', vendor_name, lead_notes: 'Please call.' },
  },
  unreachable: { summary: 'Refused: neither email nor phone', value: unreachable },
  'invalid-phone': { summary: 'Refused: a phone with seven digits', value: { ...lead, phone: '555-1234' } },
  'invalid-email': { summary: 'Refused: invalid email address', value: { ...lead, email: 'ada at example' } },
  'several-problems': {
    summary: 'Refused: several fields at once',
    value: { ...lead, first_name: ' ', deal_type: 'sale', zip: 94107 },
  },
};

const ok = (summary: string, body: object) => ({ summary, value: { statusCode: 200, body } });

export const accepted = {
  whole: ok(leads.whole.summary, { leadId: exampleLeadId }),
  least: ok(leads.least.summary, { leadId: exampleLeadId }),
};

export const statusRead = {
  'in-progress': ok('A new lead', { leadId: exampleLeadId, status: 'In Progress' }),
};

const answerTo = (refusal: HttpError | InvalidLead) => ({ value: JSON.parse(errorResponse(refusal).body) });

export const unknownLead = { 'unknown-lead': answerTo(new UnknownLead(exampleLeadId)) };

/** The service's own responses to refused `leads`: generated, so never out of date. */
export const refusedLeads = Object.fromEntries(
  Object.entries(leads).flatMap(([name, { summary, value }]) => {
    try {
      readLead(value);
      return [];
    } catch (error) {
      if (!(error instanceof InvalidLead)) throw error;
      return [[name, { summary, ...answerTo(error) }]];
    }
  }),
);

/** The service's own responses for reasons that are not about a lead's fields. */
export const refusals = (...reasons: HttpErrorReason[]) =>
  Object.fromEntries(
    reasons.map((reason) => [
      reason,
      answerTo(reason === 'invalid-json' ? new BrokenJson(jsonBreak('{')) : new HttpError(reason)),
    ]),
  );

/** The response to a method that a path does not support. */
export const otherMethod = (methods: string) => ({
  'method-not-allowed': answerTo(new MethodNotAllowed(methods)),
});
