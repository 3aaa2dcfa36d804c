import type { OtherLeads } from '../../../../application/operators/ports/inbound/lead-use-cases.ts';

/** For a row: `2 other leads`. */
export const otherLeadsCount = ({ others, more }: OtherLeads): string =>
  `${others}${more ? '+' : ''} other ${others === 1 ? 'lead' : 'leads'}`;
