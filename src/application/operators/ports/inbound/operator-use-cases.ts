import type { AuditUseCases } from './audit-use-cases.ts';
import type { ContactUseCases } from './contact-use-cases.ts';
import type { HookUseCases } from './hook-use-cases.ts';
import type { LeadChangeUseCases } from './lead-change-use-cases.ts';
import type { LeadUseCases } from './lead-use-cases.ts';
import type { PeopleUseCases } from './people-use-cases.ts';
import type { ReportUseCases } from './report-use-cases.ts';
import type { TokenUseCases } from './token-use-cases.ts';
import type { VendorUseCases } from './vendor-use-cases.ts';

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
