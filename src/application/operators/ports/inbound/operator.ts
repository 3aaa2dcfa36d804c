import type { TokenUseCases } from './access-tokens.ts';
import type { AuditUseCases } from './audit.ts';
import type { ContactUseCases } from './contacts.ts';
import type { HookUseCases } from './hooks.ts';
import type { LeadChangeUseCases } from './lead-changes.ts';
import type { LeadUseCases } from './leads.ts';
import type { PeopleUseCases } from './people.ts';
import type { ReportUseCases } from './report.ts';
import type { VendorUseCases } from './vendor-accounts.ts';

/**
 * Everything an operator can do. Each use case throws Refused if it is not possible, and StoreUnavailable if the
 * store does not answer. `by` says who acts and goes into the audit log. `vendor` is an id or an exact name.
 */
export interface OperatorUseCases
  extends VendorUseCases,
    LeadUseCases,
    LeadChangeUseCases,
    ContactUseCases,
    ReportUseCases,
    AuditUseCases,
    HookUseCases,
    PeopleUseCases,
    TokenUseCases {}
