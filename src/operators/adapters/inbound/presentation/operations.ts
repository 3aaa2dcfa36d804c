import type { Operation } from './operation.ts';
import { contactOperations } from './operations/contact-operations.ts';
import { heldOperations } from './operations/held-operations.ts';
import { webhookOperations } from './operations/hook-operations.ts';
import { leadMoveOperations } from './operations/lead-move-operations.ts';
import { leadOperations } from './operations/lead-operations.ts';
import { leadWorkOperations } from './operations/lead-work-operations.ts';
import { peopleOperations } from './operations/person-operations.ts';
import { reportOperations } from './operations/report-operations.ts';
import { sourceOperations } from './operations/source-operations.ts';
import { tokenOperations } from './operations/token-operations.ts';
import { vendorOperations } from './operations/vendor-operations.ts';

interface Subject {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** All operations that programs can call, by subject. */
export const subjects: readonly Subject[] = [
  {
    name: 'Leads',
    description: 'Leads and their status.',
    operations: [...leadOperations, ...leadMoveOperations, ...leadWorkOperations],
  },
  { name: 'Contacts', description: 'Customers.', operations: contactOperations },
  { name: 'People', description: 'Who works with leads.', operations: peopleOperations },
  { name: 'Vendors', description: 'Partners and their API keys.', operations: vendorOperations },
  {
    name: 'Sources',
    description: 'Leads that come in other forms than JSON, and what could not be read of them.',
    operations: [...sourceOperations, ...heldOperations],
  },
  { name: 'Webhooks', description: 'Where events are posted.', operations: webhookOperations },
  { name: 'Reports', description: 'What became of leads, and who did what.', operations: reportOperations },
];

export const served = subjects.flatMap((subject) => subject.operations);

export const operations = [...served, ...tokenOperations];

export function operationWith(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found;
}
