import { Refused } from '../../domain/refused.ts';
import type { TimeZone } from '../../domain/time-zone.ts';
import type { AnswerGoal } from '../../domain/work/answer-goal.ts';
import type { LostReason } from '../../domain/work/lost-reason.ts';
import { noHooks } from '../events/known-hooks.ts';
import { makeExportContact } from './contacts/export-contact.ts';
import { makeEraseContact, makeFindContact, makeFindContacts } from './contacts/known-contacts.ts';
import { makeEditContact, makeMergeContacts, makePlanMerge } from './contacts/mend-contacts.ts';
import { makeTokenUseCases } from './desk/access-tokens.ts';
import { makeHandOver } from './desk/hand-over.ts';
import { makePeopleUseCases } from './desk/manage-people.ts';
import { makeReadAudit, makeReadOwnAudit } from './desk/read-audit.ts';
import { makeAssignLead, makeAssignLeads } from './leads/assign-lead.ts';
import { makeEraseLead } from './leads/erase-lead.ts';
import { makeExportLeads, makeExportWholeLeads } from './leads/export-leads.ts';
import { makeReadDay } from './leads/lead-day.ts';
import { makeListChanges } from './leads/list-changes.ts';
import { makeCountLeads, makeListLeads } from './leads/list-leads.ts';
import { makeMoveLead, makeMoveLeads, makeUndoMoves } from './leads/move-leads.ts';
import { makeFollowUp, makeNoteLead } from './leads/note-lead.ts';
import { makeReadOtherLeads } from './leads/other-leads.ts';
import { makeReportLeads } from './leads/report.ts';
import { makeShowLead } from './leads/show-lead.ts';
import type { HookUseCases } from './ports/inbound/hook-use-cases.ts';
import type { OperatorUseCases } from './ports/inbound/operator-use-cases.ts';
import type { AccessTokens } from './ports/outbound/access-tokens.ts';
import type { AuditLog } from './ports/outbound/audit-log.ts';
import type { Erasure } from './ports/outbound/erasure.ts';
import type { KeptContacts } from './ports/outbound/kept-contacts.ts';
import type { KeptLeads } from './ports/outbound/kept-leads.ts';
import type { People } from './ports/outbound/people.ts';
import type { Refusals } from './ports/outbound/refusals.ts';
import type { ReportTally } from './ports/outbound/report-tally.ts';
import type { Tickets } from './ports/outbound/tickets.ts';
import type { ManagedVendors } from './ports/outbound/vendor-directory.ts';
import {
  type KeyPorts,
  makeIssueKey,
  makeListKeys,
  makeRevokeKey,
  makeRotateKey,
} from './vendors/manage-keys.ts';
import { makeAddVendor, makeListVendors, makeNameVendors } from './vendors/manage-vendors.ts';
import { makeListRefusals } from './vendors/refused-requests.ts';
import { makeVendorActivity } from './vendors/vendor-activity.ts';
import { type HookPorts, makeHookUseCases } from './webhooks/manage-hooks.ts';

export interface OperatorPorts extends KeyPorts {
  readonly vendors: ManagedVendors;
  readonly leads: KeptLeads;
  readonly contacts: KeptContacts;
  readonly report: ReportTally;
  readonly erasure: Erasure;
  readonly audit: AuditLog;
  /** Why leads are lost, as the operator calls it; by default nothing. */
  readonly lostReasons?: readonly LostReason[] | undefined;
  /** Of the business: whose days and months reports count by. */
  readonly timeZone: TimeZone;
  /** How soon customers are to be answered. */
  readonly answerGoal: AnswerGoal;
  /** Absent with a store that does not keep them. */
  readonly refusals?: Refusals | undefined;
  readonly people: People;
  /** Absent with a store that cannot keep who is signed in at the desk. */
  readonly tickets?: Tickets | undefined;
  /** Absent with a store that keeps no tokens of programs. */
  readonly accessTokens?: AccessTokens | undefined;
  /** Absent with a store that keeps no webhooks. */
  readonly webhooks?: HookPorts | undefined;
}

/** Everything an operator can do. */
export function makeOperatorUseCases(given: OperatorPorts): OperatorUseCases {
  const ports = { ...given, ...announcing(given.webhooks) };
  return {
    ...makePeopleUseCases(ports),
    ...makeTokenUseCases(ports),
    ...(ports.webhooks ? makeHookUseCases({ ...ports, ...ports.webhooks }) : noWebhooks),
    addVendor: makeAddVendor(ports),
    nameVendors: makeNameVendors(ports.vendors),
    listVendors: makeListVendors(ports.vendors),
    issueKey: makeIssueKey(ports),
    listKeys: makeListKeys(ports.vendors),
    rotateKey: makeRotateKey(ports),
    revokeKey: makeRevokeKey(ports),
    showLead: makeShowLead(ports),
    listLeads: makeListLeads(ports),
    listChanges: makeListChanges(ports),
    countLeads: makeCountLeads(ports),
    readDay: makeReadDay(ports),
    moveLead: makeMoveLead(ports),
    eraseLead: makeEraseLead(ports),
    findContact: makeFindContact(ports),
    findContacts: makeFindContacts(ports),
    editContact: makeEditContact(ports),
    planMerge: makePlanMerge(ports),
    mergeContacts: makeMergeContacts(ports),
    eraseContact: makeEraseContact(ports),
    exportContact: makeExportContact(ports),
    assignLead: makeAssignLead(ports),
    assignLeads: makeAssignLeads(ports),
    noteLead: makeNoteLead(ports),
    followUp: makeFollowUp(ports),
    otherLeads: makeReadOtherLeads(ports),
    nameLostReasons: async () => ports.lostReasons ?? [],
    moveLeads: makeMoveLeads(ports),
    undoMoves: makeUndoMoves(ports),
    exportLeads: makeExportLeads(ports),
    exportWholeLeads: makeExportWholeLeads(ports),
    reportLeads: makeReportLeads(ports),
    vendorActivity: makeVendorActivity(ports),
    handOver: makeHandOver(ports),
    listRefusals: makeListRefusals(ports),
    readAudit: makeReadAudit(ports),
    readOwnAudit: makeReadOwnAudit(ports),
  };
}

/** An operator's order is rare: it asks the store for the hooks each time. */
const announcing = (webhooks: HookPorts | undefined) => ({
  knownHooks: webhooks ? () => webhooks.hooks.hooks() : noHooks,
  ringBell: webhooks?.ringBell ?? (() => {}),
});

const keepsNoHooks = async (): Promise<never> => {
  throw new Refused('no-hooks', 'This store keeps no webhooks.');
};

const noWebhooks: HookUseCases = {
  hookKeyProblem: async () => undefined,
  addHook: keepsNoHooks,
  listHooks: keepsNoHooks,
  testHook: keepsNoHooks,
  hookLog: keepsNoHooks,
  leadDeliveries: async () => [],
  replayHook: keepsNoHooks,
  rotateHook: keepsNoHooks,
  pauseHook: keepsNoHooks,
  resumeHook: keepsNoHooks,
  removeHook: keepsNoHooks,
};
