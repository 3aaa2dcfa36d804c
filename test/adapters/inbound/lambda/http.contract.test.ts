import { describe } from 'vitest';
import { httpContract } from '../../../contracts/http.contract.ts';
import { shapes } from '../../../support/lambda-events.ts';
import { lambdaTarget, noLambda } from '../../../support/lambda-target.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

describe.skipIf(noLambda)("the built function in AWS's emulator", () => {
  for (const shape of shapes) httpContract(`${shape}, in memory`, () => lambdaTarget(shape));

  httpContract('HTTP API (2.0), bodies in base64', () => lambdaTarget('HTTP API (2.0)', { binary: true }));

  describe.skipIf(noMongodb)('with a database', () => {
    httpContract('HTTP API (2.0), on MongoDB', () =>
      lambdaTarget('HTTP API (2.0)', { env: { MONGODB_URI: freshDatabase() } }),
    );
  });
});
