import { statusNamed } from 'partner-lead-service';
import { compose, LineJournal, readConfig, tokens } from 'partner-lead-service/compose';
import { crm, store } from './opened.ts';

const [, , leadId = '', name = ''] = process.argv;
const status = statusNamed(name);
if (!status) throw new Error('usage: node set-status.ts LEAD STATUS');
const { lead, change } = crm.setStatus(leadId, status);
const config = await readConfig(process.env, store);
const service = await compose(config, { store: store.module, journal: new LineJournal('warn') });
await service.get(tokens.announceStatus)(lead, change);
await service.unbindAllAsync();
