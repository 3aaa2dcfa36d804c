/** `partner-lead-service/operators`: people's work on leads, and webhooks: the domain, ports and use cases of both. */

export type {
  ContactFile,
  ExportContact,
  LeadFile,
} from '../operators/application/contacts/export-contact.ts';
export type {
  ContactSought,
  CountHeldOf,
  EraseContact,
  FindContact,
  FindContacts,
} from '../operators/application/contacts/known-contacts.ts';
export type {
  EditContact,
  MergeContacts,
  MergeOrder,
  MergePlan,
  PlanMerge,
} from '../operators/application/contacts/mend-contacts.ts';
export type {
  AuthenticateProgram,
  FreshToken,
  IssueToken,
  ListTokens,
  Program,
  RevokeToken,
  TokenUseCases,
} from '../operators/application/desk/access-tokens.ts';
export type {
  Arrival,
  DeskAccess,
  LinkGoal,
  MakeLink,
  Session,
  SignedInOn,
  SignIn,
} from '../operators/application/desk/desk-access.ts';
export type { HandOver } from '../operators/application/desk/hand-over.ts';
export type { InvitePerson } from '../operators/application/desk/invite-person.ts';
export type {
  AddPerson,
  EndSessions,
  LinkPeople,
  ListPeople,
  NamePeople,
  PeopleUseCases,
  PersonAtDesk,
} from '../operators/application/desk/manage-people.ts';
export type { OpenSession } from '../operators/application/desk/open-sessions.ts';
export type { AuditFilter, ReadAudit, ReadOwnAudit } from '../operators/application/desk/read-audit.ts';
export type { ReadOwnWork, ReadWork, Work } from '../operators/application/desk/read-work.ts';
export type { AnnounceStatus } from '../operators/application/events/announce-alone.ts';
export { makeAnnounceReceived } from '../operators/application/events/announce-received.ts';
export type * from '../operators/application/events/ports/deliveries.ts';
export { newestAttempts } from '../operators/application/events/ports/deliveries.ts';
export type * from '../operators/application/events/ports/due-leads.ts';
export type * from '../operators/application/events/ports/hook-directory.ts';
export type * from '../operators/application/events/ports/person-named.ts';
export type * from '../operators/application/events/ports/post-event.ts';
export type * from '../operators/application/events/ports/subscriptions.ts';
export type { Mended } from '../operators/application/last-edits.ts';
export type { AddedLead, AddLead } from '../operators/application/leads/add-lead.ts';
export type { AssignedLead, AssignLead, AssignLeads } from '../operators/application/leads/assign-lead.ts';
export type {
  ChangedAt,
  InGroups,
  NextFollowUp,
  RefusedLead,
} from '../operators/application/leads/change-leads.ts';
export type { EraseLead } from '../operators/application/leads/erase-lead.ts';
export type {
  ExportLeads,
  ExportWholeLeads,
  WholeLead,
} from '../operators/application/leads/export-leads.ts';
export type { GivenLeads } from '../operators/application/leads/given-leads.ts';
export type { DayPart, LeadDay, ReadDay } from '../operators/application/leads/lead-day.ts';
export type { ListChanges } from '../operators/application/leads/list-changes.ts';
export type {
  CountLeads,
  LeadConditions,
  LeadListQuery,
  LeadPage,
  ListedLead,
  ListLeads,
} from '../operators/application/leads/list-leads.ts';
export type {
  LeadBefore,
  MovedLead,
  MoveLead,
  MoveLeads,
  TakenBack,
} from '../operators/application/leads/move-leads.ts';
export type { FollowUp, NoteLead, StrikeActivity } from '../operators/application/leads/note-lead.ts';
export type { OtherLeads, ReadOtherLeads } from '../operators/application/leads/other-leads.ts';
export type { Difference, ReadAgain, ReadOtherwise } from '../operators/application/leads/read-again.ts';
export type { ReadTeam, TeamMember } from '../operators/application/leads/read-team.ts';
export type { RecordList } from '../operators/application/leads/record-lists.ts';
export type { CountVendors, ReportLeads } from '../operators/application/leads/report.ts';
export type {
  AnswerCounts,
  Counts,
  LeadCounts,
  LostCount,
  Report,
} from '../operators/application/leads/report-book.ts';
export type {
  RetentionOrder,
  RetentionOutcome,
  RunRetention,
} from '../operators/application/leads/retention.ts';
export type { OwnerChange, ShowLead, ShownLead } from '../operators/application/leads/show-lead.ts';
export type { TakenFollowUp } from '../operators/application/leads/taken-follow-ups.ts';
export type { UndoChanges, WordsBack } from '../operators/application/leads/undo-changes.ts';
export type {
  FindOpenTimes,
  NameLostReasons,
  OperatorUseCases,
  SourceUseCases,
} from '../operators/application/operator.ts';
export type { By, Once } from '../operators/application/ports/order.ts';
export type * from '../operators/application/ports/outbound/access-tokens.ts';
export type * from '../operators/application/ports/outbound/audit-log.ts';
export type * from '../operators/application/ports/outbound/erasure.ts';
export type * from '../operators/application/ports/outbound/identity-provider.ts';
export { ProviderFailed } from '../operators/application/ports/outbound/identity-provider.ts';
export type * from '../operators/application/ports/outbound/kept-contacts.ts';
export type * from '../operators/application/ports/outbound/kept-leads.ts';
export type * from '../operators/application/ports/outbound/leases.ts';
export type * from '../operators/application/ports/outbound/managed-sources.ts';
export type * from '../operators/application/ports/outbound/people.ts';
export * from '../operators/application/ports/outbound/refusals.ts';
export type * from '../operators/application/ports/outbound/remains.ts';
export type * from '../operators/application/ports/outbound/report-tally.ts';
export type * from '../operators/application/ports/outbound/seal.ts';
export type * from '../operators/application/ports/outbound/shelves.ts';
export type * from '../operators/application/ports/outbound/store-backup.ts';
export type * from '../operators/application/ports/outbound/store-restore.ts';
export type * from '../operators/application/ports/outbound/store-upgrade.ts';
export type * from '../operators/application/ports/outbound/tickets.ts';
export type * from '../operators/application/ports/outbound/vendor-directory.ts';
export type * from '../operators/application/ports/records.ts';
export type { Erased } from '../operators/application/ports/records.ts';
export type { ShowAsItCame } from '../operators/application/sources/as-it-came.ts';
export type {
  CountHeld,
  CountHeldWith,
  DropHeld,
  ListHeld,
  SendHeld,
  ShowHeld,
} from '../operators/application/sources/held-leads.ts';
export type { ErasedHeld, EraseHeld, HeldSought } from '../operators/application/sources/held-of-customer.ts';
export type {
  AddSource,
  FreshSource,
  ListSources,
  PlacedSource,
  RemoveSource,
  RotateSource,
  SourceOrder,
  TriedLead,
  TrySource,
} from '../operators/application/sources/manage-sources.ts';
export type {
  FreshKey,
  IssueKey,
  ListKeys,
  RevokeKey,
  RotateKey,
} from '../operators/application/vendors/manage-keys.ts';
export type { AddVendor, ListVendors, NameVendors } from '../operators/application/vendors/manage-vendors.ts';
export type { ListRefusals } from '../operators/application/vendors/refused-requests.ts';
export type { ShareKey } from '../operators/application/vendors/share-key.ts';
export type { ActiveVendor, VendorActivity } from '../operators/application/vendors/vendor-activity.ts';
export type {
  AddedHook,
  AddHook,
  ChangeHook,
  FreshSecret,
  HookKeyProblem,
  HookLog,
  HookUseCases,
  LeadDeliveries,
  LeadDelivery,
  ListHooks,
  RemoveHook,
  ReplayHook,
  RotateHook,
  TestHook,
} from '../operators/application/webhooks/manage-hooks.ts';
export * from '../operators/domain/events/hook.ts';
export * from '../operators/domain/events/lead-event.ts';
export { type RefusalReason, Refused } from '../operators/domain/refused.ts';
export { type Day, TimeZone } from '../operators/domain/time-zone.ts';
export type { AccessToken } from '../operators/domain/work/access-token.ts';
export type { Activity, ActivityKind, NewActivity } from '../operators/domain/work/activity.ts';
export {
  type AnswerClock,
  type Awaited,
  clockOf,
  isUnanswered,
  type Reopened,
} from '../operators/domain/work/answer.ts';
export * from '../operators/domain/work/as-json.ts';
export * from '../operators/domain/work/assign-deal.ts';
export * from '../operators/domain/work/contact-edit.ts';
export {
  type CustomerMatch,
  type DealConditions,
  type DealMatch,
  isWanted,
} from '../operators/domain/work/deal-conditions.ts';
export * from '../operators/domain/work/deal-summary.ts';
export type { DeskRole } from '../operators/domain/work/desk-role.ts';
export * from '../operators/domain/work/first-words.ts';
export * from '../operators/domain/work/follow-up.ts';
export * from '../operators/domain/work/found-by.ts';
export { isExpiring } from '../operators/domain/work/key-term.ts';
export { type LostReason, parseLostReasons } from '../operators/domain/work/lost-reason.ts';
export * from '../operators/domain/work/mended-contact.ts';
export * from '../operators/domain/work/move-deal.ts';
export * from '../operators/domain/work/note-deal.ts';
export type { Person } from '../operators/domain/work/person.ts';
export * from '../operators/domain/work/tally.ts';
export * from '../operators/domain/work/undo-moves.ts';
export * from '../operators/domain/work/worked-deal.ts';
