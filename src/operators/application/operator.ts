import { allDevices } from '../domain/events/subscription.ts';
import { Refused } from '../domain/refused.ts';
import type { DeskRole } from '../domain/work/desk-role.ts';
import type { LostReason } from '../domain/work/lost-reason.ts';
import { makeExportContact } from './contacts/export-contact.ts';
import {
  makeCountHeldOf,
  makeEraseContact,
  makeFindContact,
  makeFindContacts,
} from './contacts/known-contacts.ts';
import { makeEditContact, makeMergeContacts, makePlanMerge } from './contacts/mend-contacts.ts';
import { makeTokenUseCases, type TokenUseCases } from './desk/access-tokens.ts';
import { makeHandOver } from './desk/hand-over.ts';
import { makePeopleUseCases, type PeopleUseCases } from './desk/manage-people.ts';
import { makeReadAudit, makeReadOwnAudit } from './desk/read-audit.ts';
import { makeReadOwnWork, makeReadWork } from './desk/read-work.ts';
import { makeTellHere, makeTellNoMore, makeToldHere } from './desk/told-devices.ts';
import { noHooks } from './events/known-hooks.ts';
import { makeAddLead } from './leads/add-lead.ts';
import { makeAssignLead, makeAssignLeads } from './leads/assign-lead.ts';
import { makeEraseLead } from './leads/erase-lead.ts';
import { makeExportLeads, makeExportWholeLeads } from './leads/export-leads.ts';
import { makeReadDay } from './leads/lead-day.ts';
import { makeListChanges } from './leads/list-changes.ts';
import { makeCountLeads, makeListLeads } from './leads/list-leads.ts';
import { makeMoveLead, makeMoveLeads } from './leads/move-leads.ts';
import { makeFollowUp, makeNoteLead, makeStrikeActivity } from './leads/note-lead.ts';
import { makeReadOtherLeads } from './leads/other-leads.ts';
import { makeReadAgain, type ReadAgain } from './leads/read-again.ts';
import { makeReadTeam } from './leads/read-team.ts';
import { makeRecordList } from './leads/record-lists.ts';
import { makeCountVendors, makeReportLeads } from './leads/report.ts';
import { makeShowLead } from './leads/show-lead.ts';
import { makeUndoChanges } from './leads/undo-changes.ts';
import { notKept } from './not-kept.ts';
import type { Announcing, OperatorPorts } from './operator-ports.ts';
import { makeShowAsItCame, noneAsItCame, type ShowAsItCame } from './sources/as-it-came.ts';
import { type HeldUseCases, makeHeldUseCases } from './sources/held-leads.ts';
import { type EraseHeld, makeEraseHeld } from './sources/held-of-customer.ts';
import { type ManageSources, makeManageSources } from './sources/manage-sources.ts';
import { makeIssueKey, makeListKeys, makeRevokeKey, makeRotateKey } from './vendors/manage-keys.ts';
import { makeAddVendor, makeListVendors, makeNameVendors } from './vendors/manage-vendors.ts';
import { makeListRefusals } from './vendors/refused-requests.ts';
import { makeShareKey } from './vendors/share-key.ts';
import { makeVendorActivity } from './vendors/vendor-activity.ts';
import { type HookUseCases, makeHookUseCases } from './webhooks/manage-hooks.ts';

/** Resolves for each time to itself if somebody is at the desk then, else to when somebody next is. */
export type FindOpenTimes = (order: { readonly times: readonly Date[] }) => Promise<readonly Date[]>;

/** Lists the reasons why leads are lost, in the operator's order. */
export type NameLostReasons = () => Promise<readonly LostReason[]>;

/** Ports and shared parts that use cases are built from. */
interface Parts extends OperatorPorts, Announcing {
  readonly peopleUseCases: PeopleUseCases;
  readonly tokenUseCases: TokenUseCases;
  readonly hookUseCases: HookUseCases;
  readonly sourceUseCases: SourceUseCases;
}

const neededBy =
  (needs: DeskRole) =>
  <U>(make: (parts: Parts) => U) => ({ needs, make });

const viewer = neededBy('viewer');
const sales = neededBy('sales');
const admin = neededBy('admin');

/**
 * Everything that operators can do. This table alone says who may do what: each use case with the role that it
 * needs.
 */
export const useCases = {
  showLead: viewer(makeShowLead),
  listLeads: viewer(makeListLeads),
  listChanges: viewer(makeListChanges),
  countLeads: viewer(makeCountLeads),
  readDay: sales(makeReadDay),
  findContact: viewer(makeFindContact),
  findContacts: viewer(makeFindContacts),
  reportLeads: viewer(makeReportLeads),
  countVendors: viewer(makeCountVendors),
  readTeam: viewer(makeReadTeam),
  exportLeads: viewer(makeExportLeads),
  recordList: viewer(makeRecordList),
  nameVendors: viewer(makeNameVendors),
  namePeople: viewer(({ peopleUseCases }) => peopleUseCases.namePeople),
  leadDeliveries: viewer(({ hookUseCases }) => hookUseCases.leadDeliveries),
  otherLeads: viewer(makeReadOtherLeads),
  nameLostReasons: viewer(
    ({ lostReasons = [] }): NameLostReasons =>
      async () =>
        lostReasons,
  ),
  findOpenTimes: sales(
    ({ answerGoal }): FindOpenTimes =>
      async ({ times }) =>
        times.map((time) => answerGoal.openFrom(time)),
  ),
  exportWholeLeads: sales(makeExportWholeLeads),
  addLead: sales(makeAddLead),
  moveLead: sales(makeMoveLead),
  moveLeads: sales(makeMoveLeads),
  undoChanges: sales(makeUndoChanges),
  assignLead: sales(makeAssignLead),
  assignLeads: sales(makeAssignLeads),
  noteLead: sales(makeNoteLead),
  strikeActivity: sales(makeStrikeActivity),
  followUp: sales(makeFollowUp),
  editContact: sales(makeEditContact),
  readOwnWork: sales(makeReadOwnWork),
  readOwnAudit: sales(makeReadOwnAudit),
  showAsItCame: sales(({ sourceUseCases }) => sourceUseCases.showAsItCame),
  countHeld: sales(({ sourceUseCases }) => sourceUseCases.countHeld),
  countHeldWith: sales(({ sourceUseCases }) => sourceUseCases.countHeldWith),
  listHeld: sales(({ sourceUseCases }) => sourceUseCases.listHeld),
  showHeld: sales(({ sourceUseCases }) => sourceUseCases.showHeld),
  sendHeld: sales(({ sourceUseCases }) => sourceUseCases.sendHeld),
  dropHeld: sales(({ sourceUseCases }) => sourceUseCases.dropHeld),
  toldHere: sales(makeToldHere),
  tellHere: sales(makeTellHere),
  tellNoMore: sales(makeTellNoMore),
  planMerge: admin(makePlanMerge),
  mergeContacts: admin(makeMergeContacts),
  countHeldOf: admin(makeCountHeldOf),
  eraseContact: admin(makeEraseContact),
  eraseHeld: admin(({ sourceUseCases }) => sourceUseCases.eraseHeld),
  exportContact: admin(makeExportContact),
  eraseLead: admin(makeEraseLead),
  addVendor: admin(makeAddVendor),
  listVendors: admin(makeListVendors),
  vendorActivity: admin(makeVendorActivity),
  listRefusals: admin(makeListRefusals),
  issueKey: admin(makeIssueKey),
  shareKey: admin(makeShareKey),
  listKeys: admin(makeListKeys),
  rotateKey: admin(makeRotateKey),
  revokeKey: admin(makeRevokeKey),
  addSource: admin(({ sourceUseCases }) => sourceUseCases.addSource),
  listSources: admin(({ sourceUseCases }) => sourceUseCases.listSources),
  readAgain: admin(({ sourceUseCases }) => sourceUseCases.readAgain),
  rotateSource: admin(({ sourceUseCases }) => sourceUseCases.rotateSource),
  removeSource: admin(({ sourceUseCases }) => sourceUseCases.removeSource),
  trySource: admin(({ sourceUseCases }) => sourceUseCases.trySource),
  hookKeyProblem: admin(({ hookUseCases }) => hookUseCases.hookKeyProblem),
  addHook: admin(({ hookUseCases }) => hookUseCases.addHook),
  listHooks: admin(({ hookUseCases }) => hookUseCases.listHooks),
  testHook: admin(({ hookUseCases }) => hookUseCases.testHook),
  hookLog: admin(({ hookUseCases }) => hookUseCases.hookLog),
  replayHook: admin(({ hookUseCases }) => hookUseCases.replayHook),
  rotateHook: admin(({ hookUseCases }) => hookUseCases.rotateHook),
  pauseHook: admin(({ hookUseCases }) => hookUseCases.pauseHook),
  resumeHook: admin(({ hookUseCases }) => hookUseCases.resumeHook),
  removeHook: admin(({ hookUseCases }) => hookUseCases.removeHook),
  readWork: admin(makeReadWork),
  readAudit: admin(makeReadAudit),
  listPeople: admin(({ peopleUseCases }) => peopleUseCases.listPeople),
  addPerson: admin(({ peopleUseCases }) => peopleUseCases.addPerson),
  linkPeople: admin(({ peopleUseCases }) => peopleUseCases.linkPeople),
  invitePerson: admin(({ peopleUseCases }) => peopleUseCases.invitePerson),
  endSessions: admin(({ peopleUseCases }) => peopleUseCases.endSessions),
  handOver: admin(makeHandOver),
  issueToken: admin(({ tokenUseCases }) => tokenUseCases.issueToken),
  listTokens: admin(({ tokenUseCases }) => tokenUseCases.listTokens),
  revokeToken: admin(({ tokenUseCases }) => tokenUseCases.revokeToken),
};

/**
 * Everything an operator can do. Each use case throws Refused if it is not possible, and StoreUnavailable if the
 * store does not answer. `by` says who acts and goes into the audit log. `vendor` is an id or an exact name.
 */
export type OperatorUseCases = {
  readonly [U in keyof typeof useCases]: ReturnType<(typeof useCases)[U]['make']>;
};

export function makeOperatorUseCases(given: OperatorPorts): OperatorUseCases {
  const ports = { ...given, ...announcing(given) };
  const parts: Parts = {
    ...ports,
    peopleUseCases: makePeopleUseCases(ports),
    tokenUseCases: makeTokenUseCases(ports),
    sourceUseCases: sourceUseCasesOf(ports),
    hookUseCases: given.webhooks ? makeHookUseCases({ ...ports, ...given.webhooks }) : noWebhooks,
  };
  const made = Object.entries(useCases).map(([name, { make }]) => [name, make(parts)]);
  return Object.fromEntries(made);
}

/** Announces changes. Operators' orders are rare, so each reads the hooks from the store. */
const announcing = ({ webhooks, push }: Pick<OperatorPorts, 'webhooks' | 'push'>): Announcing => ({
  knownHooks: webhooks
    ? async () => [...(await webhooks.hooks.hooks()), ...(push ? [allDevices] : [])]
    : noHooks,
  ringBell: webhooks?.ringBell ?? (() => {}),
});

/** Use cases for sources and their held leads. */
export interface SourceUseCases extends ManageSources, HeldUseCases {
  readonly showAsItCame: ShowAsItCame;
  readonly readAgain: ReadAgain;
  readonly eraseHeld: EraseHeld;
}

function sourceUseCasesOf({ sourceParts, ...ports }: OperatorPorts & Announcing): SourceUseCases {
  const eraseHeld = makeEraseHeld({ ...ports, sourceParts });
  if (!sourceParts)
    return {
      ...notKept<SourceUseCases>('managedSources'),
      countHeld: async () => ({ all: 0, endSoon: 0, automatic: 0, trapped: 0, ofSources: [] }),
      showAsItCame: async () => {
        throw noneAsItCame();
      },
      listHeld: async () => ({ held: [], more: false }),
      countHeldWith: async () => ({ held: 0 }),
      eraseHeld,
      listSources: async () => [],
    };
  const parts = { ...ports, ...sourceParts };
  return {
    ...makeManageSources(parts),
    ...makeHeldUseCases(parts),
    eraseHeld,
    showAsItCame: makeShowAsItCame(parts),
    readAgain: makeReadAgain(parts),
  };
}

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
