import { describe } from 'vitest';
import { httpContract } from '../../../contracts/http.contract.ts';
import { type EventShape, eventsOf } from '../../../support/lambda-events.ts';
import { lambdaTarget, noLambda } from '../../../support/lambda-target.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

const shapes = Object.keys(eventsOf) as EventShape[];

describe.skipIf(noLambda)("the built function in AWS's emulator", () => {
  for (const shape of shapes) httpContract(`${shape}, in memory`, () => lambdaTarget(shape));

  httpContract('HTTP API (2.0), bodies in base64', () => lambdaTarget('HTTP API (2.0)', { binary: true }));

  describe.skipIf(noMongodb)('with a database', () => {
    httpContract('HTTP API (2.0), on MongoDB', () =>
      lambdaTarget('HTTP API (2.0)', { env: { MONGODB_URI: freshDatabase() } }),
    );
  });
});
