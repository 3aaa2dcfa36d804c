/** What somebody may do at the desk, each with all that the ones before may do. */
export const deskRoles = ['viewer', 'sales', 'admin'] as const;

/** One of them. */
export type DeskRole = (typeof deskRoles)[number];

/** Whether a role may do what another is needed for. */
export const mayAct = (role: DeskRole, needed: DeskRole): boolean =>
  deskRoles.indexOf(role) >= deskRoles.indexOf(needed);
