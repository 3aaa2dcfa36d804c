/** The roles at the desk. Each may do all that the ones before it may. */
export const deskRoles = ['viewer', 'sales', 'admin'] as const;

/** One of `deskRoles`. */
export type DeskRole = (typeof deskRoles)[number];

/** Whether a role is allowed what needs the other. */
export const mayAct = (role: DeskRole, needed: DeskRole): boolean =>
  deskRoles.indexOf(role) >= deskRoles.indexOf(needed);
