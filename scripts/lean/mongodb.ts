declare const require: (path: string) => Record<string, unknown>;

/**
 * What the service imports from the driver, instead of its index, of which esbuild would make a copy with 250 getters for
 * every module that imports it. A name that the service imports and that is missing here fails the build.
 */
export const { BSON, ObjectId } = require('../../node_modules/mongodb/lib/bson.js');
export const { MongoBulkWriteError } = require('../../node_modules/mongodb/lib/bulk/common.js');
export const {
  MongoError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} = require('../../node_modules/mongodb/lib/error.js');
export const { MongoClient } = require('../../node_modules/mongodb/lib/mongo_client.js');
