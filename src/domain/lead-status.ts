/** The five statuses, in their exact spelling (Spec 3). */
export const leadStatuses = ['In Progress', 'Quoted', 'Evaluation Scheduled', 'Won', 'Lost'] as const;

export type LeadStatus = (typeof leadStatuses)[number];

export const initialStatus: LeadStatus = 'In Progress';

const finalStatuses: readonly LeadStatus[] = ['Won', 'Lost'];

/** `Won` and `Lost` end a lead; only a reopening leads on from there. */
export const isFinal = (status: LeadStatus): boolean => finalStatuses.includes(status);

/** Where a lead may go from `from`: an open one anywhere, a final one only back to an open status. */
export const nextStatuses = (from: LeadStatus): readonly LeadStatus[] =>
  leadStatuses.filter((to) => to !== from && !(isFinal(from) && isFinal(to)));
