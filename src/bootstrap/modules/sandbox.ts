import { ContainerModule } from 'inversify';
import { withSandboxLeads } from '../../application/sandbox-leads.ts';
import { tokens } from '../tokens.ts';

/** Makes leads with the test addresses behave as documented. Not loaded in production, where they are ordinary. */
export const sandboxModule = new ContainerModule(({ onActivation }) => {
  onActivation(tokens.submitLead, ({ get }, submitLead) =>
    withSandboxLeads(submitLead, { crm: get(tokens.crm), ...get(tokens.runtime) }),
  );
});
