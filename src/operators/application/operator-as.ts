import { Refused } from '../domain/refused.ts';
import { type DeskRole, mayAct } from '../domain/work/desk-role.ts';
import { type OperatorUseCases, useCases } from './operator.ts';
import type { By } from './ports/order.ts';

/** The name of an operator's use case. */
export type UseCase = keyof OperatorUseCases;

/** Whether somebody with this role may call this use case. */
export const mayUse = (role: DeskRole, useCase: UseCase): boolean => mayAct(role, useCases[useCase].needs);

const holders: Readonly<Record<DeskRole, string>> = {
  viewer: 'who has a role',
  sales: 'sales or an admin',
  admin: 'an admin',
};

/** Who may call this use case, in words: `an admin`. */
export const whoMayUse = (useCase: UseCase): string => holders[useCases[useCase].needs];

/** Throws Refused if the role does not permit the use case. */
export function requireRight(role: DeskRole, useCase: UseCase): void {
  if (!mayUse(role, useCase)) throw new Refused('not-permitted', `Only ${whoMayUse(useCase)} may do this.`);
}

/** The use cases as one person calls them, without `by`. */
export type OwnUseCases = { readonly [U in UseCase]: InOwnName<OperatorUseCases[U]> };

type InOwnName<F extends (order: never) => unknown> =
  Parameters<F> extends [infer O extends { readonly by: By }] ? (order: WithoutName<O>) => ReturnType<F> : F;
type WithoutName<O> = O extends unknown ? Omit<O, 'by'> : never;

/**
 * The use cases for one person or program: each throws Refused if the role does not permit it, and records name
 * and id.
 */
export const operatorAs = (
  { id, name, role }: { readonly id: string; readonly name: string; readonly role: DeskRole },
  operator: OperatorUseCases,
): OwnUseCases => inNameOf({ by: name, byId: id }, operator, (useCase) => requireRight(role, useCase));

/** All use cases with `by` filled in. `permit` runs before each. */
export function inNameOf(
  by: By,
  operator: OperatorUseCases,
  permit: (useCase: UseCase) => void = () => {},
): OwnUseCases {
  const own = Object.keys(useCases).map((key) => {
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
