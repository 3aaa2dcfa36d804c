import { Refused } from '../../domain/refused.ts';
import { type DeskRole, mayAct } from '../../domain/work/desk-role.ts';
import type { OperatorUseCases } from './ports/inbound/operator-use-cases.ts';
import type { By } from './ports/inbound/people-use-cases.ts';

/** One of the things that an operator can do. */
export type UseCase = keyof OperatorUseCases;

/** Who may do what: the role that each use case needs, said here alone. */
const needed: Readonly<Record<UseCase, DeskRole>> = {
  showLead: 'viewer',
  listLeads: 'viewer',
  listChanges: 'viewer',
  countLeads: 'viewer',
  findContact: 'viewer',
  findContacts: 'viewer',
  reportLeads: 'viewer',
  exportLeads: 'viewer',
  nameVendors: 'viewer',
  namePeople: 'viewer',
  leadDeliveries: 'viewer',
  otherLeads: 'viewer',
  nameLostReasons: 'viewer',
  readDay: 'sales',
  exportWholeLeads: 'sales',
  moveLead: 'sales',
  moveLeads: 'sales',
  undoMoves: 'sales',
  assignLead: 'sales',
  assignLeads: 'sales',
  noteLead: 'sales',
  followUp: 'sales',
  editContact: 'sales',
  readOwnAudit: 'sales',
  planMerge: 'admin',
  mergeContacts: 'admin',
  eraseContact: 'admin',
  exportContact: 'admin',
  eraseLead: 'admin',
  addVendor: 'admin',
  listVendors: 'admin',
  vendorActivity: 'admin',
  listRefusals: 'admin',
  issueKey: 'admin',
  listKeys: 'admin',
  rotateKey: 'admin',
  revokeKey: 'admin',
  hookKeyProblem: 'admin',
  addHook: 'admin',
  listHooks: 'admin',
  testHook: 'admin',
  hookLog: 'admin',
  replayHook: 'admin',
  rotateHook: 'admin',
  pauseHook: 'admin',
  resumeHook: 'admin',
  removeHook: 'admin',
  readAudit: 'admin',
  listPeople: 'admin',
  addPerson: 'admin',
  linkPeople: 'admin',
  endSessions: 'admin',
  handOver: 'admin',
  issueToken: 'admin',
  listTokens: 'admin',
  revokeToken: 'admin',
};

/** Whether somebody with this role may use it. */
export const mayUse = (role: DeskRole, useCase: UseCase): boolean => mayAct(role, needed[useCase]);

const holders: Readonly<Record<DeskRole, string>> = {
  viewer: 'who has a role',
  sales: 'sales or an admin',
  admin: 'an admin',
};

/** Who may use it, in words: `an admin`. */
export const whoMayUse = (useCase: UseCase): string => holders[needed[useCase]];

/** Throws Refused if the role does not permit it. */
export function requireRight(role: DeskRole, useCase: UseCase): void {
  if (!mayUse(role, useCase)) throw new Refused('not-permitted', `Only ${whoMayUse(useCase)} may do this.`);
}

/** The use cases as one person calls them: nobody says in whose name. */
export type OwnUseCases = { readonly [U in UseCase]: InOwnName<OperatorUseCases[U]> };

type InOwnName<F extends (order: never) => unknown> =
  Parameters<F> extends [infer O extends { readonly by: By }] ? (order: WithoutName<O>) => ReturnType<F> : F;
type WithoutName<O> = O extends unknown ? Omit<O, 'by'> : never;

/**
 * What somebody may do: each use case throws Refused if their role does not permit it, and records their name and id: of the
 * person, or of a program's token.
 */
export const operatorAs = (
  { id, name, role }: { readonly id: string; readonly name: string; readonly role: DeskRole },
  operator: OperatorUseCases,
): OwnUseCases => inNameOf({ by: name, byId: id }, operator, (useCase) => requireRight(role, useCase));

/** All use cases in somebody's name, each asked for permission first. */
export function inNameOf(
  by: By,
  operator: OperatorUseCases,
  permit: (useCase: UseCase) => void = () => {},
): OwnUseCases {
  const own = Object.keys(needed).map((key) => {
    const useCase = key as UseCase;
    const call = operator[useCase] as (order: object) => Promise<unknown>;
    return [
      useCase,
      async (order?: object) => {
        permit(useCase);
        return call({ ...order, by });
      },
    ];
  });
  return Object.fromEntries(own);
}
