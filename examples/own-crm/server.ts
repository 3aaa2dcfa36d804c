import { startServer } from 'partner-lead-service/server';
import { store } from './opened.ts';

await startServer({ store });
