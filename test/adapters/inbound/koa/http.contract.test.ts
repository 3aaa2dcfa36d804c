import { afterAll, describe } from 'vitest';
import { httpContract } from '../../../contracts/http.contract.ts';
import { koaTarget } from '../../../support/koa-target.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';
import { freshFile } from '../../../support/sqlite-file.ts';

httpContract('Koa, in memory', () => koaTarget());

const { path, close } = freshFile();
afterAll(close);
httpContract('Koa, on a file', () => koaTarget({ DATA_FILE: path }));

describe.skipIf(noMongodb)('with a database', () => {
  httpContract('Koa, on MongoDB', () => koaTarget({ MONGODB_URI: freshDatabase() }));
});
