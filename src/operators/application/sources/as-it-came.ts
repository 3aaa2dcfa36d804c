import { plainId } from '../../../domain/plain-id.ts';
import { keptSince } from '../../../domain/sources/as-it-came.ts';
import { DAY_MS } from '../../domain/day.ts';
import { Refused } from '../../domain/refused.ts';
import { type AuditPorts, looked } from '../audited.ts';
import { unknownLead } from '../not-found.ts';
import type { Needs, SourceParts } from '../operator-ports.ts';
import type { ShowAsItCame } from '../ports/inbound/source-use-cases.ts';

export const noneAsItCame = (): Refused =>
  new Refused(
    'unknown-as-it-came',
    'What was sent is not kept: the lead came from no source, its customer was erased, or its days are over (SOURCE_KEEP_DAYS).',
  );

export const makeShowAsItCame =
  (ports: AuditPorts & Needs<'leads'> & SourceParts): ShowAsItCame =>
  async ({ leadId: given, by }) => {
    const leadId = plainId(given);
    // Checked before the audit log is written: a mistyped id may be a customer's address.
    if (!(await ports.leads.has(leadId))) throw unknownLead();
    const came = await ports.sources.asItCame(leadId);
    if (!came || came.at < keptSince(ports.clock(), ports.keepDays)) throw noneAsItCame();
    await looked(ports, { by, action: 'lead.as-it-came', on: leadId });
    return { leadId, ...came, ends: new Date(came.at.getTime() + ports.keepDays * DAY_MS) };
  };
