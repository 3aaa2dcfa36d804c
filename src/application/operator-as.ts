import { type DeskRole, mayAct } from '../domain/desk-role.ts';
import { Refused } from '../domain/refused.ts';
import type { OperatorUseCases } from './ports/inbound/operator.ts';

const needed: Readonly<Record<keyof OperatorUseCases, DeskRole>> = {
  showLead: 'viewer',
  listLeads: 'viewer',
  findContact: 'viewer',
  findContacts: 'viewer',
  lookAtContact: 'viewer',
  reportLeads: 'viewer',
  exportLeads: 'viewer',
  moveLead: 'sales',
  moveLeads: 'sales',
  assignLead: 'sales',
  editContact: 'sales',
  planMerge: 'admin',
  mergeContacts: 'admin',
  eraseContact: 'admin',
  eraseLead: 'admin',
  addVendor: 'admin',
  listVendors: 'viewer',
  vendorActivity: 'admin',
  issueKey: 'admin',
  listKeys: 'admin',
  rotateKey: 'admin',
  revokeKey: 'admin',
  addHook: 'admin',
  listHooks: 'admin',
  testHook: 'admin',
  hookLog: 'admin',
  leadDeliveries: 'viewer',
  replayHook: 'admin',
  rotateHook: 'admin',
  pauseHook: 'admin',
  resumeHook: 'admin',
  removeHook: 'admin',
  readAudit: 'admin',
};

/** The use cases as somebody may call them: each throws Refused if their role does not permit it, and records their name. */
export function operatorAs(
  { name, role }: { readonly name: string; readonly role: DeskRole },
  operator: OperatorUseCases,
): OperatorUseCases {
  const permitted = Object.entries(needed).map(([useCase, least]) => {
    const call = operator[useCase as keyof OperatorUseCases] as (order?: object) => Promise<unknown>;
    return [useCase, mayAct(role, least) ? (order?: object) => call({ ...order, by: name }) : refuse(least)];
  });
  return Object.fromEntries(permitted);
}

const refuse = (least: DeskRole) => async (): Promise<never> => {
  throw new Refused(
    'not-permitted',
    `Only ${least === 'admin' ? 'an admin' : 'sales or an admin'} may do this.`,
  );
};
