/** What may import what, and why. The tests run these rules, and plant a violation of each kind. */

/** Layers of the service that the specification asks for, and of the wing for operators, which stands on it. */
const layers = {
  domain: '^src/domain/',
  application: '^src/(domain|application)/',
  http: '^src/(domain|application|adapters/inbound/http)/',
  wing: { domain: '^src/(operators/)?domain/', application: '^src/(operators/)?(domain|application)/' },
};
/** The packages that each inbound adapter may import. */
const frameworks = {
  'node-http': [],
  koa: ['koa', '@types/[a-z_-]+'],
  'reference-page': ['koa', '@types/koa'],
  lambda: [],
  sources: ['sax', '@types/sax', 'entities'],
  'operators/cli': ['commander', 'string-width'],
  'operators/terminal': [],
  'operators/schedule': [],
  'operators/spreadsheet': [],
  'operators/presentation': ['valibot'],
  'operators/desk': ['koa', '@koa/router', '@types/[a-z_-]+'],
  'operators/operators-api': ['koa', '@koa/router', 'valibot', '@valibot/to-json-schema', '@types/[a-z_-]+'],
};
/** The folder of an inbound adapter, of either half. */
const folderOf = (adapter) =>
  adapter.startsWith('operators/')
    ? adapter.replace('operators/', '^src/operators/adapters/inbound/')
    : `^src/adapters/inbound/${adapter}`;
const external = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'];

/** What may come from outside the source tree, by package name; Node's own modules as `node:…`. */
const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;

/** How adapters on Node's server receive a body. */
const bodies = '^src/adapters/inbound/node-http/(bodies|plain-request)\\.ts$';

/** @type {{ forbidden: import('dependency-cruiser').IForbiddenRuleType[], options: import('dependency-cruiser').ICruiseOptions }} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files in a cycle can only be understood all at once.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'the-house-stands-without-its-wing',
      comment:
        'The two operations that the specification asks for are read, and used, without what people do to a lead.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(operators|library|bootstrap/(?!modules/core\\.ts))' },
      to: { path: '^src/operators/' },
    },
    {
      name: 'domain-imports-itself-alone',
      comment: 'The rules about leads outlive every framework and every use case.',
      severity: 'error',
      from: { path: layers.domain },
      to: { pathNot: layers.domain },
    },
    {
      name: 'operators-domain-imports-the-domain',
      comment: 'As in the house: rules know no use case.',
      severity: 'error',
      from: { path: '^src/operators/domain/' },
      to: { pathNot: layers.wing.domain },
    },
    {
      name: 'application-imports-the-domain',
      comment: 'A use case knows ports, never the adapters behind them.',
      severity: 'error',
      from: { path: '^src/application/' },
      to: { pathNot: layers.application },
    },
    {
      name: 'operators-application-imports-the-domain',
      comment: 'A use case knows ports, never the adapters behind them.',
      severity: 'error',
      from: { path: '^src/operators/application/' },
      to: { pathNot: layers.wing.application },
    },
    {
      name: 'a-room-of-use-cases-knows-no-list-of-them',
      comment: 'One place decides who may do what, over all use cases; none of them asks for it.',
      severity: 'error',
      from: { path: '^src/operators/application/[^/]+/' },
      to: { path: '^src/operators/application/(operator|operator-as)\\.ts$' },
    },
    {
      name: 'rooms-of-use-cases-have-a-direction',
      comment: 'Two rooms that import each other can only be read as one.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/operators/application/[^/]+' },
      to: { path: '^src/operators/application/[^/]+', circular: true },
    },
    {
      name: 'events-know-no-operators',
      comment: 'Events are read without the use cases of the people whose work they tell of.',
      severity: 'error',
      from: { path: '^src/operators/application/events/' },
      to: {
        path: '^src/operators/application/',
        pathNot: '^src/operators/application/(events/|kept-answer\\.ts$)',
      },
    },
    {
      name: 'http-knows-no-framework',
      comment: 'Every runtime gives the same responses because none of them decides anything.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/http/' },
      to: { pathNot: [layers.http, packages('valibot')] },
    },
    {
      name: 'an-inbound-adapter-knows-http-or-the-application',
      comment:
        'A runtime adapter translates to public shapes only. Those on Node’s server receive bodies alike.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/([^/]+)/', pathNot: '^src/adapters/inbound/http/' },
      to: { path: '^src/', pathNot: [layers.http, '^src/adapters/inbound/$1/', bodies] },
    },
    {
      name: 'an-operators-adapter-knows-presentation-or-the-application',
      comment: 'Desk, command line and JSON share what operators read and give, and nothing of one another.',
      severity: 'error',
      from: { path: '^src/operators/adapters/inbound/([^/]+)/' },
      to: {
        path: '^src/',
        pathNot: [
          layers.http,
          layers.wing.application,
          '^src/operators/adapters/inbound/($1|presentation|spreadsheet)/',
          bodies,
        ],
      },
    },
    {
      name: 'presentation-knows-no-adapter',
      comment:
        'Desk, command line and others share it: views, values, words and addresses, in no framework’s terms.',
      severity: 'error',
      from: { path: '^src/operators/adapters/inbound/presentation/' },
      to: {
        pathNot: [
          layers.wing.application,
          '^src/operators/adapters/inbound/presentation/',
          packages('valibot'),
        ],
      },
    },
    ...Object.entries(frameworks).map(([adapter, own]) => ({
      name: `${adapter.replace('operators/', '')}-keeps-to-its-framework`,
      comment: 'Each runtime has its own framework and must not need another one.',
      severity: 'error',
      from: { path: `${folderOf(adapter)}/` },
      to: { dependencyTypes: external, pathNot: own.length > 0 ? packages(...own) : [] },
    })),
    {
      name: 'an-inbound-adapter-says-what-it-needs',
      comment: 'The packages of a new one are listed above, with the others.',
      severity: 'error',
      from: {
        path: '^src/(operators/)?adapters/inbound/',
        pathNot: ['http', ...Object.keys(frameworks)].map((adapter) => `${folderOf(adapter)}/`),
      },
      to: { dependencyTypes: external },
    },
    {
      name: 'an-inbound-adapter-calls-ports',
      comment: 'It is given use cases, and makes none.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/' },
      to: { path: '^src/application/', pathNot: '^src/application/ports/' },
    },
    {
      name: 'inbound-and-outbound-never-meet',
      comment: 'Inbound and outbound adapters meet only in a use case or in the composition root.',
      severity: 'error',
      from: { path: '^src/(operators/)?adapters/inbound/' },
      to: { path: '^src/(operators/)?adapters/outbound/' },
    },
    {
      name: 'outbound-and-inbound-never-meet',
      comment: 'Inbound and outbound adapters meet only in a use case or in the composition root.',
      severity: 'error',
      from: { path: '^src/(operators/)?adapters/outbound/' },
      to: { path: '^src/(operators/)?adapters/inbound/' },
    },
    {
      name: 'an-outbound-adapter-keeps-to-itself',
      comment: 'Each outbound adapter can be removed without touching another.',
      severity: 'error',
      from: { path: '^src/adapters/outbound/([^/]+)/' },
      to: { path: '^src/', pathNot: [layers.application, '^src/adapters/outbound/$1/'] },
    },
    {
      name: 'an-operators-outbound-adapter-keeps-to-itself',
      comment:
        'A store’s half in the wing stands on its half in the house, and on rules about records that all stores share.',
      severity: 'error',
      from: { path: '^src/operators/adapters/outbound/([^/]+)/' },
      to: {
        path: '^src/',
        pathNot: [
          layers.wing.application,
          '^src/(operators/)?adapters/outbound/$1/',
          '^src/operators/adapters/outbound/records/',
        ],
      },
    },
    {
      name: 'old-shapes-stay-in-the-upgrade',
      comment: 'What reads and writes today knows nothing of how earlier releases stored it.',
      severity: 'error',
      from: {
        path: '^src/operators/adapters/outbound/mongodb/',
        pathNot: '^src/operators/adapters/outbound/mongodb/upgrade/',
      },
      to: { path: '^src/operators/adapters/outbound/mongodb/upgrade/' },
    },
    {
      name: 'nobody-imports-the-composition-root',
      comment: 'Code that can reach the container can ask it for anything. The library hands it on.',
      severity: 'error',
      from: { pathNot: ['^src/bootstrap/', '^src/library/(compose|server|lambda|cli)\\.ts'] },
      to: { path: '^src/bootstrap/' },
    },
    {
      name: 'a-part-knows-no-program',
      comment: 'A program is a list of parts and modules; each serves every program that lists it.',
      severity: 'error',
      from: { path: '^src/bootstrap/(modules|parts)/' },
      to: { path: '^src/bootstrap/(start-[^/]+|run-leads|server|desk|deliver|leads|lambda[^/]*)\\.ts$' },
    },
    {
      name: 'inversify-lives-in-bootstrap',
      comment: 'Everything else must be possible to compose by hand.',
      severity: 'error',
      from: { pathNot: ['^src/bootstrap/', '^src/library/compose\\.ts'] },
      to: { path: packages('inversify', 'reflect-metadata') },
    },
    {
      name: 'the-driver-lives-in-its-adapter',
      comment: 'Another database must be another adapter, and nothing else.',
      severity: 'error',
      from: { pathNot: '^src/(operators/)?adapters/outbound/mongodb/' },
      to: { path: packages('mongodb', 'bson') },
    },
    {
      name: 'sqlite-lives-in-its-adapter',
      comment: 'As the driver does; and nobody reads or writes the file past the adapter.',
      severity: 'error',
      from: { pathNot: '^src/(operators/)?adapters/outbound/sqlite/' },
      to: { path: packages('sqlite', 'node:sqlite') },
    },
    {
      name: 'openid-client-lives-in-its-adapter',
      comment: 'Another way to sign in must be another adapter. It is loaded only where an issuer is set.',
      severity: 'error',
      from: { pathNot: '^src/operators/adapters/outbound/openid-connect/' },
      to: { path: packages('openid-client', 'oauth4webapi') },
    },
    {
      name: 'encryption-for-devices-lives-in-its-file',
      comment: 'It is loaded only where there are keys for it.',
      severity: 'error',
      from: { pathNot: '^src/operators/adapters/outbound/webhooks/encryption' },
      to: { path: packages('http_ece') },
    },
    {
      name: 'the-library-is-for-others',
      comment: 'It is how others use the service; the service itself does not go through it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/library/' },
      to: { path: '^src/library/' },
    },
    {
      name: 'the-core-of-the-library-is-free',
      comment:
        'A program that uses only the use cases loads no framework, no driver, no schema library, and nothing of Node’s that it does not need.',
      severity: 'error',
      from: { path: '^src/library/(index|lead-service)' },
      to: {
        path: packages(
          'koa',
          '@koa/router',
          'mongodb',
          'valibot',
          'sonic-boom',
          'prom-client',
          'inversify',
          'vitest',
          'fs',
          'http',
          'net',
          'os',
          'process',
        ),
        reachable: true,
      },
    },
    {
      name: 'the-root-entry-has-no-wing',
      comment: 'A program that submits leads loads nothing that operators need.',
      severity: 'error',
      from: { path: '^src/library/(index|lead-service)' },
      to: { path: '^src/operators/', reachable: true },
    },
    {
      name: 'lambda-starts-light',
      comment: 'Everything that a function imports statically is loaded at every cold start.',
      severity: 'error',
      from: { path: '^src/bootstrap/lambda' },
      to: {
        path: packages('koa', '@koa/router', 'sonic-boom', 'prom-client', 'commander', 'openid-client'),
        reachable: true,
      },
    },
    {
      name: 'conformance-judges-from-outside',
      comment: 'A check that took its rules from the service would always pass.',
      severity: 'error',
      from: { path: '^conformance/' },
      to: { pathNot: '^conformance/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'test-suites-are-for-tests',
      comment: 'A server that loads the contract suite would need a test framework to run.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: ['^suites/', packages('vitest')] },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that cannot be resolved cannot be checked.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
