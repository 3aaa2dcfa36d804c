import { ContainerModule } from 'inversify';
import { withSandboxLeads } from '../../adapters/inbound/http/sandbox-leads.ts';
import { SandboxCrm } from '../../adapters/outbound/sandbox/sandbox-crm.ts';
import { tokens } from '../tokens.ts';

/** Makes leads with the test addresses behave as documented. Not loaded in production, where they are ordinary. */
export const sandboxModule = new ContainerModule(({ onActivation }) => {
  onActivation(tokens.crm, (_context, crm) => new SandboxCrm(crm));
  onActivation(tokens.submitLead, (_context, submitLead) => withSandboxLeads(submitLead));
});
