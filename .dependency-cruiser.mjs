/** What may import what, and why. The tests run these rules, and plant a violation of each kind. */

const layers = {
  domain: '^src/domain/',
  application: '^src/(domain|application)/',
  http: '^src/(domain|application|adapters/inbound/http)/',
};
/** The packages that each inbound adapter may import. */
const frameworks = {
  'node-http': [],
  koa: ['koa', '@types/[a-z_-]+'],
  'reference-page': ['koa', '@types/koa'],
  lambda: [],
  sources: ['sax', '@types/sax', 'postal-mime'],
  cli: ['commander', 'string-width'],
  terminal: [],
  schedule: [],
  spreadsheet: [],
  operators: ['valibot'],
  desk: ['koa', '@koa/router', '@types/[a-z_-]+'],
  'operators-api': ['koa', '@koa/router', 'valibot', '@valibot/to-json-schema', '@types/[a-z_-]+'],
};
const external = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'];

/** What may come from outside the source tree, by package name; Node's own modules as `node:…`. */
const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;

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
      name: 'domain-imports-itself-alone',
      comment: 'The rules about leads outlive every framework and every use case.',
      severity: 'error',
      from: { path: layers.domain },
      to: { pathNot: layers.domain },
    },
    {
      name: 'application-imports-the-domain',
      comment: 'A use case knows ports, never the adapters behind them.',
      severity: 'error',
      from: { path: '^src/application/' },
      to: { pathNot: layers.application },
    },
    {
      name: 'a-room-of-use-cases-knows-no-list-of-them',
      comment: 'Who may do what is decided over the use cases, in one place; none of them asks for it.',
      severity: 'error',
      from: { path: '^src/application/[^/]+/[^/]+/' },
      to: { path: '^src/operators/application/(operator|operator-as)\\.ts$' },
    },
    {
      name: 'intake-imports-intake',
      comment:
        'What a vendor needs is read, and used, without what people do to a lead and what others are told of it.',
      severity: 'error',
      from: { path: '^src/(domain|application)/intake/' },
      to: { path: '^src/(domain|application)/[^/]+/', pathNot: '^src/(domain|application)/intake/' },
    },
    {
      name: 'events-know-no-operators',
      comment: 'What is told, and how, is read without the use cases of those whose work it tells of.',
      severity: 'error',
      from: { path: '^src/operators/application/events/' },
      to: { path: '^src/operators/application/' },
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
      to: {
        path: '^src/',
        pathNot: [
          layers.http,
          '^src/adapters/inbound/$1/',
          '^src/adapters/inbound/(operators|spreadsheet)/',
          '^src/adapters/inbound/node-http/(bodies|plain-request)\\.ts$',
        ],
      },
    },
    {
      name: 'what-operators-read-knows-no-adapter',
      comment:
        'Desk, command line and others share it: views, values, words and addresses, in no framework’s terms.',
      severity: 'error',
      from: { path: '^src/operators/adapters/inbound/presentation/' },
      to: {
        pathNot: [layers.application, '^src/operators/adapters/inbound/presentation/', packages('valibot')],
      },
    },
    {
      name: 'what-operators-read-is-for-operators',
      comment: 'Customers’ data has views there that no vendor may get.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(bootstrap|adapters/inbound/(cli|desk|operators-api|operators|spreadsheet))/',
      },
      to: { path: '^src/adapters/inbound/(operators|spreadsheet)/' },
    },
    ...Object.entries(frameworks).map(([adapter, own]) => ({
      name: `${adapter}-keeps-to-its-framework`,
      comment: 'Each runtime has its own framework and must not need another one.',
      severity: 'error',
      from: { path: `^src/adapters/inbound/${adapter}/` },
      to: { dependencyTypes: external, pathNot: own.length > 0 ? packages(...own) : [] },
    })),
    {
      name: 'an-inbound-adapter-says-what-it-needs',
      comment: 'The packages of a new one are listed above, with the others.',
      severity: 'error',
      from: {
        path: '^src/adapters/inbound/',
        pathNot: `^src/adapters/inbound/(http|${Object.keys(frameworks).join('|')})/`,
      },
      to: { dependencyTypes: external },
    },
    {
      name: 'operators-have-adapters-of-their-own',
      comment: 'What operators may do, no vendor can do over HTTP.',
      severity: 'error',
      from: {
        path: '^src/adapters/inbound/',
        pathNot: '^src/adapters/inbound/(cli|desk|operators-api|operators|spreadsheet)/',
      },
      to: {
        path: '^src/application/',
        pathNot: '^src/application/ports/',
      },
    },
    {
      name: 'inbound-and-outbound-never-meet',
      comment: 'Inbound and outbound adapters meet only in a use case or in the composition root.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/' },
      to: { path: '^src/adapters/outbound/' },
    },
    {
      name: 'outbound-and-inbound-never-meet',
      comment: 'Inbound and outbound adapters meet only in a use case or in the composition root.',
      severity: 'error',
      from: { path: '^src/adapters/outbound/' },
      to: { path: '^src/adapters/inbound/' },
    },
    {
      name: 'an-outbound-adapter-keeps-to-itself',
      comment: 'Each outbound adapter can be removed without touching another.',
      severity: 'error',
      from: { path: '^src/adapters/outbound/([^/]+)/' },
      to: { path: '^src/', pathNot: ['^src/(domain|application)/', '^src/adapters/outbound/$1/'] },
    },
    {
      name: 'a-store-of-operators-keeps-to-itself',
      comment: 'The half of a store that people work with knows the half for vendors, and no other store.',
      severity: 'error',
      from: { path: '^src/operators/adapters/outbound/([^/]+)/' },
      to: {
        path: '^src/',
        pathNot: ['^src/(operators/)?(domain|application)/', '^src/(operators/)?adapters/outbound/$1/'],
      },
    },
    {
      name: 'a-store-for-vendors-knows-no-operators',
      comment: 'What a lead needs to be kept is read, and loaded, without what people do to it.',
      severity: 'error',
      from: { path: '^src/adapters/outbound/(in-memory|mongodb|sqlite)/' },
      to: { path: ['^src/operators/', '^src/domain/(work|events)/', '^src/application/(events|operators)/'] },
    },
    {
      name: 'the-wing-is-composed',
      comment: 'What people need to work with leads stands on what vendors need, never the other way round.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(operators|bootstrap|library|testing)/' },
      to: { path: '^src/operators/' },
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
      to: { path: packages('openid-client', 'oauth4webapi', 'jose') },
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
          ...['fs', 'http', 'net', 'os', 'process'],
        ),
        reachable: true,
      },
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
      from: { path: '^src/conformance/' },
      to: { path: '^src/', pathNot: '^src/conformance/' },
    },
    {
      name: 'test-suites-are-for-tests',
      comment: 'A server that loads the contract suite would need a test framework to run.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(testing/|library/testing)' },
      to: { path: ['^src/testing/', packages('vitest')] },
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
