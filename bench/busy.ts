import { workerData } from 'node:worker_threads';
import { load } from './load.ts';
import { newLead } from './requests.ts';

/** Keeps connections busy in a thread of its own until it is ended. */
await load({ ...workerData, seconds: 3_600, next: newLead });
