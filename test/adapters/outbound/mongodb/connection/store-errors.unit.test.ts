import {
  BSON,
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  asOutcome,
  asStoreError,
  asUnready,
  StoreRefused,
} from '../../../../../src/adapters/outbound/mongodb/connection/store-errors.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';

const serverError = (code: number) => new MongoServerError({ message: 'canary', code });

describe('a socket that breaks while the driver writes to it', () => {
  const broken = Object.assign(new Error('write ECONNRESET'), {
    errno: -104,
    code: 'ECONNRESET',
    syscall: 'write',
  });
  const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });

  it.each([
    ['alone', broken, 'ECONNRESET'],
    ['in a bulk write', new MongoBulkWriteError(broken as never, {} as never), 'ECONNRESET'],
    ['after the server has ended it', ended, 'EPIPE'],
  ])('makes the store unavailable: %s', (_how, error, code) => {
    expect(asStoreError(error)).toEqual(new StoreUnavailable(`the connection was lost (${code})`));
  });

  it('is told apart from a mistake in the code, which passes unchanged', () => {
    const mistake = new TypeError('x is not a function');
    expect(asStoreError(mistake)).toBe(mistake);
  });
});

it('a bulk write that found no server makes the store unavailable, for the reason within', () => {
  const noServer = new MongoServerSelectionError('canary', { servers: new Map() } as never);
  expect(asStoreError(new MongoBulkWriteError(noServer as never, {} as never))).toEqual(
    new StoreUnavailable('no server belongs to the replica set named in MONGODB_URI'),
  );
});

it('a file that the URI names and that cannot be read is put into words, without its name', () => {
  const missing = Object.assign(new Error('/canary.pem'), { code: 'ENOENT', syscall: 'open' });
  expect(asUnready(missing)).toEqual(
    new StoreUnavailable('a file named in MONGODB_URI cannot be read (ENOENT)'),
  );
});

it.each([
  [new MongoNetworkError('canary'), 'the connection was lost (MongoNetworkError)'],
  [new MongoNotConnectedError('canary'), 'the connection was lost (MongoNotConnectedError)'],
  [new MongoTopologyClosedError('canary'), 'no server answered, and the connection starts anew'],
])('a lost connection is put into words: %o', (error, words) => {
  expect(asStoreError(error)).toEqual(new StoreUnavailable(words));
});

describe('an error of the server', () => {
  it.each([2, 9, 14, 22, 121, 10334, 17419])(
    'that no retry can mend is permanent, for a command and for one document: code %i',
    (code) => {
      expect(asStoreError(serverError(code))).toEqual(new StoreRefused(`MongoServerError ${code}`));
      expect(asOutcome({ code })).toEqual(new StoreRefused(`write error ${code}`));
    },
  );

  it('about a key that is there already is permanent for a command, and an outcome of one document', () => {
    expect(asStoreError(serverError(11000))).toEqual(new StoreRefused('MongoServerError 11000'));
    expect(asOutcome({ code: 11000 })).toBe('duplicate');
  });

  it.each([6, 59, 89, 365, 11600, 99_999])(
    'with any other code makes the store unavailable, for a command and for one document: code %i',
    (code) => {
      expect(asStoreError(serverError(code))).toEqual(new StoreUnavailable(`MongoServerError ${code}`));
      expect(asOutcome({ code })).toEqual(new StoreUnavailable(`write error ${code}`));
    },
  );

  it('says which right the user lacks, and nothing of what was asked', () => {
    const message =
      'not authorized on partner_leads to execute command { find: "hooks", filter: { email: "ada@example.com" } }';
    expect(asStoreError(new MongoServerError({ code: 13, message }))).toEqual(
      new StoreUnavailable('MONGODB_URI names no user who may do this (find on hooks)'),
    );
  });

  it.each([
    [13, 'MONGODB_URI names no user who may do this'],
    [50, 'it took too long'],
    [64, 'too few members of the replica set confirmed a write'],
    [100, 'the replica set has too few members for a majority'],
    [112, 'writes were in the way of each other'],
    [133, 'no suitable member of the replica set was found'],
    [238, 'the database is not MongoDB, and lacks something that the service needs'],
    [301, 'the database has no retryable writes, which the service needs'],
    [462, 'the server has too much to do'],
    [189, 'the primary stepped down'],
    [10107, 'the server is not the primary of its replica set'],
    [14031, 'a disk is full'],
  ])('that an operator can do something about is put into words: code %i', (code, words) => {
    expect(asStoreError(serverError(code))).toEqual(new StoreUnavailable(words));
    expect(asOutcome({ code })).toEqual(new StoreUnavailable(words));
  });

  it.each([
    [13, /^MONGODB_URI names no user who may create indexes on contacts or deals$/],
    [85, /^an index like one of the service, .* exists on contacts or deals$/],
    [86, /^an index with the name of one of the service, .* exists on contacts or deals$/],
    [11000, /^duplicates prevent a unique index on contacts or deals$/],
  ])('that is in the way of an index says so: code %i', (code, words) => {
    expect(asUnready(serverError(code)).message).toMatch(words);
  });

  it('that has the database in other letters says so', () => {
    expect(asUnready(serverError(13297)).message).toContain('only in upper and lower case');
  });

  it.each([18, 8000])('that rejects the credentials says so: code %i', (code) => {
    const rejected = new StoreUnavailable(
      'user name or password in MONGODB_URI was rejected, or authSource does not name the database of the user',
    );
    expect(asUnready(serverError(code))).toEqual(rejected);
    expect(asStoreError(serverError(code))).toEqual(rejected);
  });
});

it.each([new BSON.BSONError('canary'), new MongoInvalidArgumentError('canary')])(
  'what the driver itself cannot send is refused, without its message: $name',
  (error) => {
    const refused = asStoreError(error);
    expect(refused).toBeInstanceOf(StoreRefused);
    expect(String(refused)).not.toContain('canary');
  },
);
