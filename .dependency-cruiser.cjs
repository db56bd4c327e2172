'use strict';
// Who may import whom: each rule is one sentence of docs and ARCHITECTURE.md. Run by `npm run imports`, which `npm test` calls.

const MFE = '^mfe-[^/]+/';
// The fault lane drives the product from outside, as a test does.
const tests = '[.]test[.]tsx?$|/testing([.]ts$|/)|/testdata/|^backend/faults/';
/** The areas of the main service, each above those that it may import. */
const areas = [
  'access',
  'labels',
  'files',
  'lifecycle',
  'identity',
  'notices',
  'mailboxes',
  'leads',
  'sending',
  'campaigns',
  'inbox',
  'integrations',
  'public-api',
  'shell',
];
const MAIN = '^backend/src/services/main/';
const AREA = `${MAIN}(${areas.join('|')})/`;

/** Everything of ours except the named top folders. */
const oursExcept = (...folders) =>
  `^(?!(?:${folders.join('|')})(?:/|$))(?:packages|backend|shell|mfe-[^/]+|e2e|bench|scripts)(?:/|$)`;

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No cycles, of types neither: of two files that import each other neither can be understood alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-import-zod-only',
      comment: 'Contracts import zod only: they are read by browsers and servers alike.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: tests },
      to: { pathNot: ['^packages/contracts/src/', '^node_modules/zod/', '/node_modules/zod/'] },
    },
    {
      name: 'deployments-import-contracts-only',
      comment:
        'Which versions of areas are deployed is told by contracts alone: commands, servers and tests of any checkout use it.',
      severity: 'error',
      from: { path: '^packages/deployments/src/', pathNot: tests },
      to: { path: oursExcept('packages/deployments', 'packages/contracts') },
    },
    {
      name: 'template-imports-liquidjs-and-entities-only',
      comment:
        'The template package imports liquidjs and entities only, so that the preview and the mail are rendered by the same code without I/O.',
      severity: 'error',
      from: { path: '^packages/template/src/', pathNot: tests },
      to: { pathNot: ['^packages/template/src/', '/?node_modules/(liquidjs|entities)/'] },
    },
    {
      name: 'ui-imports-nothing-of-ours',
      comment:
        'The design system imports nothing of ours: it knows no data and no router. The short spelling of fallbacks and the braces they may not hold, the decoding of HTML and the way dates and CSV are written are pure rules that services share.',
      severity: 'error',
      from: { path: '^packages/ui/src/', pathNot: tests },
      to: {
        path: oursExcept('packages/ui'),
        pathNot:
          '^packages/(template/src/(braces|escape|short-fallback)|contracts/src/(instant|date-format|csv-cell))[.]ts$',
      },
    },
    {
      name: 'mfe-imports-contracts-and-ui',
      comment: 'packages/mfe imports contracts and ui.',
      severity: 'error',
      from: { path: '^packages/mfe/src/', pathNot: tests },
      to: { path: oursExcept('packages/mfe', 'packages/contracts', 'packages/ui') },
    },
    {
      name: 'remotes-import-packages-only',
      comment: 'A remote imports contracts, template, mfe and ui; never another remote, the shell or the backend.',
      severity: 'error',
      from: { path: `${MFE}`, pathNot: tests },
      to: {
        path: oursExcept(
          'mfe-[^/]+',
          'packages/contracts',
          'packages/template',
          'packages/mfe',
          'packages/ui',
          'packages/build',
        ),
      },
    },
    {
      name: 'no-remote-imports-another',
      comment: 'What one remote shows of another goes through Host.mountPart.',
      severity: 'error',
      from: { path: '^(mfe-[^/]+)/' },
      to: { path: MFE, pathNot: '^$1/' },
    },
    {
      name: 'shell-imports-no-remote',
      comment: 'The shell imports the same packages, and remotes as data only.',
      severity: 'error',
      from: { path: '^shell/', pathNot: tests },
      to: {
        path: oursExcept(
          'shell',
          'packages/contracts',
          'packages/template',
          'packages/mfe',
          'packages/ui',
          'packages/build',
        ),
      },
    },
    {
      name: 'no-tests-of-a-remote-import-another-area',
      comment: 'Tests of the browser side use their own area and the packages, and nothing else.',
      severity: 'error',
      from: { path: '^(shell|mfe-[^/]+)/.*[.]test[.]tsx?$' },
      to: { path: '^(?:shell|mfe-[^/]+|backend|e2e|bench|scripts)/', pathNot: ['^$1/', '/manifest[.]json$'] },
    },
    {
      name: 'platform-imports-contracts-only',
      comment:
        'The platform imports contracts, and which areas are deployed; it knows no service, no engine and no sandbox.',
      severity: 'error',
      from: { path: '^backend/src/platform/', pathNot: tests },
      to: {
        path: oursExcept('backend/src/platform', 'backend/generated', 'packages/contracts', 'packages/deployments'),
      },
    },
    {
      name: 'engine-is-pure',
      comment:
        'The engine imports contracts and template: planners and ports, no Prisma, no Hono, no clock of its own. Its stores, ports to the outside and their tests stand on the platform.',
      severity: 'error',
      from: { path: '^backend/src/engine/', pathNot: [tests, '[.](?:store|port|jobs|module)[.]ts$'] },
      to: {
        path: [
          '^backend/src/(?!engine/|platform/)',
          '^backend/generated/',
          '^(?:shell|mfe-[^/]+|packages/(?:mfe|ui|build))/',
          '/?node_modules/(?:hono|@hono|@prisma|pg|graphile-worker)/',
        ],
      },
    },
    {
      name: 'services-do-not-import-each-other',
      comment: 'A service never imports another service: they call each other through contract clients.',
      severity: 'error',
      from: { path: '^backend/src/services/([^/]+)/', pathNot: tests },
      to: { path: '^backend/src/services/', pathNot: '^backend/src/services/$1/' },
    },
    ...areas.map((area, floor) => ({
      name: `areas-import-downwards-${area}`,
      comment: `The area ${area} imports those that stand below it: ${areas.slice(0, floor).join(', ') || 'none'}.`,
      severity: 'error',
      from: { path: `${MAIN}${area}/`, pathNot: tests },
      to: { path: AREA, pathNot: `${MAIN}(?:${areas.slice(0, floor + 1).join('|')})/` },
    })),
    {
      name: 'every-area-has-a-floor',
      comment: 'An area stands in the list of areas above, so that it is known what it may import.',
      severity: 'error',
      from: {},
      to: { path: `${MAIN}(?!(?:${areas.join('|')}|testing)/)[^/]+/` },
    },
    {
      name: 'areas-are-entered-by-their-door',
      comment: 'A feature imports another area through its door, `<area>.api.ts`.',
      severity: 'error',
      from: { path: AREA, pathNot: tests },
      to: { path: AREA, pathNot: [`${MAIN}$1/`, `${AREA}[^/]+[.]api[.]ts$`] },
    },
    {
      name: 'the-main-service-is-entered-by-its-doors',
      comment:
        'Whoever starts the main service imports its app, its jobs, what it is started with, and the doors of its areas.',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: [MAIN, tests] },
      to: {
        path: MAIN,
        pathNot: [`${MAIN}(?:app|deps|jobs[.]generated|main[.]api|sandbox-world)[.]ts$`, `${AREA}[^/]+[.]api[.]ts$`],
      },
    },
    {
      name: 'a-door-is-for-others',
      comment: 'Nobody goes out of an area and in again by its own door.',
      severity: 'error',
      from: { path: AREA, pathNot: tests },
      to: { path: `${MAIN}$1/[^/]+[.]api[.]ts$` },
    },
    {
      name: 'a-door-exports-no-store',
      comment: "An area's door exports operations and types: a statement is reached by the operation beside it.",
      severity: 'error',
      from: { path: `${MAIN}.*[.]api[.]ts$` },
      to: { path: '[.]store[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'doors-are-of-areas',
      comment: 'A feature has no door of its own: siblings import the file that holds the function.',
      severity: 'error',
      from: {},
      to: { path: `${AREA}[^/]+/.*[.]api[.]ts$` },
    },
    {
      name: 'areas-know-no-composition',
      comment: 'No feature imports the app that it is a part of: what it needs stands in deps.ts.',
      severity: 'error',
      from: { path: AREA, pathNot: tests },
      to: { path: `${MAIN}(?!(?:${areas.join('|')})/|deps[.]ts$|sandbox-world[.]ts$)` },
    },
    {
      name: 'services-import-platform-and-engine',
      comment:
        'A service imports contracts, template, platform and engine; never the sandbox or the server that starts it.',
      severity: 'error',
      from: { path: '^backend/src/(?:services|engine)/', pathNot: tests },
      to: { path: ['^backend/src/(?:server|sandbox)/', '^(?:shell|mfe-[^/]+|packages/(?:mfe|ui|build|testing))/'] },
    },
    {
      name: 'sandbox-is-started-by-the-server-only',
      comment:
        'Product code reaches the sandbox world by SMTP, IMAP and HTTP like any other; only the server that starts it imports it.',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: ['^backend/src/(?:sandbox|server)/', tests] },
      to: { path: '^backend/src/sandbox/' },
    },
    {
      name: 'only-stores-touch-the-database',
      comment: 'Only stores see Prisma or SQL (the platform brings them the connection).',
      severity: 'error',
      from: { path: '^backend/src/(?:services|engine|sandbox)/', pathNot: ['[.]store[.]ts$', tests, '/store/'] },
      to: {
        path: ['^backend/generated/', '/?node_modules/(?:@prisma|pg|pg-copy-streams)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-never-touch-a-store',
      comment: 'Routes call operations, and operations call stores.',
      severity: 'error',
      from: { path: '[.]routes[.]ts$' },
      to: { path: '[.]store[.]ts$' },
    },
    {
      name: 'hooks-alone-call-the-api',
      comment:
        'Only hooks (x.hooks.ts, use-x.ts) import api.ts: what a component shows and does comes from its hooks, and it knows of no request.',
      severity: 'error',
      from: {
        path: '^(?:shell|mfe-[^/]+)/src/',
        pathNot: ['[.]hooks[.]tsx?$', '/use-[^/]+[.]tsx?$', '[/-]api[.]ts$', tests],
      },
      to: { path: '[/-]api[.]ts$', pathNot: '^node_modules/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-packages',
      comment:
        'What is imported is declared in a package.json. The packages for automation tools are built for a host that brings its own modules.',
      severity: 'error',
      from: {
        path: '^(?:packages|backend|shell|mfe-[^/]+)/',
        pathNot: [tests, '^packages/(?:n8n-nodes-skein|zapier-skein)/'],
      },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'The product imports no tests and no test helpers.',
      severity: 'error',
      from: { path: '^(?:packages/(?!testing)|backend/src|shell|mfe-[^/]+)/', pathNot: [tests, '/test/'] },
      to: { path: ['[.]test[.]tsx?$', '^backend/src/platform/testing/', '^packages/testing/'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^backend/generated'] },
    exclude: { path: ['(?:^|/)dist/', '^packages/build/(?:src|jest|provided)/', '(?:^|/)data/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.imports.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
};
