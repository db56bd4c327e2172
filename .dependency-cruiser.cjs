'use strict';
// Who may import whom: each rule is one sentence of docs and ARCHITECTURE.md. Run by `npm run imports`, which `npm test` calls.

const MFE = '^mfe-[^/]+/';
// The fault lane drives the product from outside, as a test does.
const tests = '[.]test[.]tsx?$|/testing([.]ts$|/)|/testdata/|^backend/src/faults/';
/** Everything of ours except the named top folders. */
const oursExcept = (...folders) =>
  `^(?!(?:${folders.join('|')})(?:/|$))(?:packages|backend|shell|mfe-[^/]+|e2e|bench|scripts)(?:/|$)`;

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No cycles: of two files that import each other neither can be understood alone.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-import-zod-only',
      comment: 'Contracts import zod only: they are read by browsers and servers alike.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: tests },
      to: { pathNot: ['^packages/contracts/src/', '^node_modules/zod/', '/node_modules/zod/'] },
    },
    {
      name: 'template-imports-liquidjs-only',
      comment:
        'The template package imports liquidjs only, so that the preview and the mail are rendered by the same code without I/O.',
      severity: 'error',
      from: { path: '^packages/template/src/', pathNot: tests },
      to: { pathNot: ['^packages/template/src/', '/?node_modules/liquidjs/'] },
    },
    {
      name: 'ui-imports-nothing-of-ours',
      comment: 'The design system imports nothing of ours: it knows no data and no router.',
      severity: 'error',
      from: { path: '^packages/ui/src/', pathNot: tests },
      to: { path: oursExcept('packages/ui') },
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
      comment: 'The platform imports contracts; it knows no service, no engine and no sandbox.',
      severity: 'error',
      from: { path: '^backend/src/platform/', pathNot: tests },
      to: { path: oursExcept('backend/src/platform', 'backend/generated', 'packages/contracts') },
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
      name: 'pages-go-through-hooks',
      comment: 'A page gets its data from its hooks, never from api.ts.',
      severity: 'error',
      from: { path: '[.]page[.]tsx$' },
      to: { path: '/api[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'What is imported is declared in a package.json.',
      severity: 'error',
      from: { path: '^(?:packages|backend|shell|mfe-[^/]+)/', pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'The product imports no tests and no test helpers.',
      severity: 'error',
      from: { path: '^(?:packages/(?!testing)|backend/src|shell|mfe-[^/]+)/', pathNot: [tests, '/test/'] },
      to: { path: ['[.]test[.]tsx?$', '^backend/src/platform/testing/'] },
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
