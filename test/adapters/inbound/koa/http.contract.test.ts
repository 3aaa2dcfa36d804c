import { describe } from 'vitest';
import { httpContract } from '../../../contracts/http.contract.ts';
import { koaTarget } from '../../../support/koa-target.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

httpContract('Koa, in memory', () => koaTarget());

describe.skipIf(noMongodb)('with a database', () => {
  httpContract('Koa, on MongoDB', () => koaTarget({ MONGODB_URI: freshDatabase() }));
});
