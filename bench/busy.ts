import { workerData } from 'node:worker_threads';
import { load } from './load.ts';
import { countFrom, newLead } from './requests.ts';

/** Keeps connections busy in a thread of its own until it is ended. */
countFrom(4_000_000);
await load({ ...workerData, seconds: 3_600, next: newLead });
