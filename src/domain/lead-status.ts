/** The five statuses, in their exact spelling (Spec 3). */
export const leadStatuses = ['In Progress', 'Quoted', 'Evaluation Scheduled', 'Won', 'Lost'] as const;

/** One of the five statuses. */
export type LeadStatus = (typeof leadStatuses)[number];

/** The status of a new lead. */
export const initialStatus: LeadStatus = 'In Progress';

const finalStatuses: readonly LeadStatus[] = ['Won', 'Lost'];

const plain = (name: string): string =>
  name
    .toLowerCase()
    .split(/[-_\s]+/)
    .filter(Boolean)
    .join(' ');

const byPlainName = new Map(leadStatuses.map((status) => [plain(status), status]));

/** Reads a status as operators type it: any case, also `in-progress`. `undefined` if there is no such status. */
export const statusNamed = (text: string): LeadStatus | undefined => byPlainName.get(plain(text));

/** Whether the status ends a lead: `Won` and `Lost` do, unless the lead is reopened. */
export const isFinal = (status: LeadStatus): boolean => finalStatuses.includes(status);

/** The statuses of a lead that somebody has to take care of. */
export const openStatuses = leadStatuses.filter((status) => !isFinal(status));

/** The statuses that can follow `from`: any other for an open lead, only open ones for a final lead. */
export const nextStatuses = (from: LeadStatus): readonly LeadStatus[] =>
  leadStatuses.filter((to) => to !== from && !(isFinal(from) && isFinal(to)));
