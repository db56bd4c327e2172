import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { repositoryRoot } from './repository.mjs';
import { CompactSharingPlugin } from './compact-sharing-plugin.mjs';
import { IndexHtmlPlugin } from './index-html-plugin.mjs';
import { federationOfShell, leanAliases, leanPlugins } from './lean-modules.mjs';
import { ReleaseContentsPlugin } from './release-contents-plugin.mjs';
import { sharedModules } from './shared-modules.mjs';
import { ShellProvidesPlugin } from './shell-provides-plugin.mjs';
import { providedModules } from './provided-modules-loader.mjs';
import { thinContracts } from './thin-contract-loader.mjs';

const require = createRequire(import.meta.url);
const { DefinePlugin } = require('webpack');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const MinimizerPlugin = require('minimizer-webpack-plugin');

const shellFolder = path.join(repositoryRoot, 'shell');

/** How long a script chunk may take before it counts as failed; the specification's figure. */
const chunkLoadTimeoutMilliseconds = 120_000;

function common({ name, context, outputPath, development, refresh }) {
  return {
    name,
    context,
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    devtool: development ? 'eval-cheap-module-source-map' : 'source-map',
    output: {
      path: outputPath,
      uniqueName: `skein_${name}`,
      filename: development ? '[name].js' : '[name].[contenthash:8].js',
      chunkFilename: development ? '[name].js' : '[name].[contenthash:8].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      chunkLoadTimeout: chunkLoadTimeoutMilliseconds,
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'],
      alias: {
        // The packages behind what packages/build/provided provides in their stead.
        'zod-source': path.join(repositoryRoot, 'node_modules/zod/v4'),
        'redux-toolkit-source$': path.join(
          repositoryRoot,
          'node_modules/@reduxjs/toolkit/dist/redux-toolkit.modern.mjs',
        ),
        'redux-toolkit-query-source$': path.join(
          repositoryRoot,
          'node_modules/@reduxjs/toolkit/dist/query/react/rtk-query-react.modern.mjs',
        ),
        'react-redux-source$': path.join(repositoryRoot, 'node_modules/react-redux/dist/react-redux.mjs'),
        'styled-components-source$': path.join(
          repositoryRoot,
          'node_modules/styled-components/dist/styled-components.browser.esm.js',
        ),
        'federation-core-source': path.join(repositoryRoot, 'node_modules/@module-federation/runtime-core'),
        // Its package.json names two endings for a module (.ts, .tsx); webpack tries only the first.
        '@skein/mfe': path.join(repositoryRoot, 'packages/mfe/src'),
        ...leanAliases({ development }),
      },
    },
    module: {
      rules: [
        ...(development ? [] : thinContracts()),
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: {
            loader: 'swc-loader',
            options: {
              swcrc: false,
              jsc: {
                parser: { syntax: 'typescript', tsx: true },
                target: 'es2022',
                transform: { react: { runtime: 'automatic', development, refresh } },
              },
            },
          },
        },
        { test: /\.css$/, use: ['style-loader', 'css-loader'], sideEffects: true },
        { test: /\.(woff2|png|jpe?g|webp|avif|svg)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      // Numbers in production: names of chunks without one hold whole paths, and stand in every table.
      chunkIds: development ? 'named' : 'deterministic',
      moduleIds: development ? 'named' : 'deterministic',
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify })],
      ...(development ? { runtimeChunk: false } : {}),
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
    // Deliberate: no filesystem cache. It costs more CPU to write than it saves; unchanged projects are skipped as a whole.
    cache: development ? { type: 'memory' } : false,
    ignoreWarnings: [/Manifest will use absolute path resolution/],
  };
}

function refreshPlugins(refresh) {
  if (!refresh) return [];
  const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
  return [new ReactRefreshPlugin({ overlay: false })];
}

/** What the federation plugin would define for the runtime of a remote; the shell brings that runtime without the plugin. */
const federationTerms = { ENV_TARGET: '"web"', FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true' };

const anyOf = (...names) => new RegExp(`^(${names.join('|')})$`);
const ui = (...files) => new RegExp(`[\\\\/]packages[\\\\/]ui[\\\\/]src[\\\\/](${files.join('|')})`);

/**
 * Which file of the shell a module goes into. Shared modules are otherwise one file each, which is one request each. Grouped by
 * when they are needed: `platform` and `core` by the login page and by everybody, `frame` and `tables` by the campaigns list behind it,
 * `overlays` with the first thing that floats,
 * `contracts` (zod, and what has schemas) and `forms` with the first form of many fields, the others with the first page that shows such a
 * thing. The first row that fits wins; `not` are files of its packages that belong to a later one.
 */
const chunkRows = [
  {
    name: 'platform',
    packages: anyOf(
      'react',
      'react-dom',
      'scheduler',
      'react-redux',
      'redux',
      'redux-thunk',
      'reselect',
      'immer',
      '@reduxjs/toolkit',
      'use-sync-external-store',
      'styled-components',
      'stylis',
      '@emotion/.*',
      'axios',
      'react-router',
      'react-router-dom',
      'cookie',
      '@standard-schema/.*',
    ),
    not: /[\\/]toolkit[\\/]dist[\\/]query[\\/]/,
    files: /[\\/]packages[\\/]build[\\/]provided[\\/](react-|redux-toolkit\.|styled-components|no-axios)/,
  },
  {
    name: 'contracts',
    packages: anyOf('zod'),
    files:
      /[\\/](packages[\\/](contracts[\\/]src[\\/]((address-rules|schemas)\.ts|.*\.contract\.ts\?whole)|build[\\/]provided[\\/](zod|no-json)))/,
  },
  { name: 'forms', packages: anyOf('react-hook-form', '@hookform/.*') },
  {
    name: 'editor',
    packages: anyOf(
      '@tiptap/.*',
      'prosemirror-.*',
      'orderedmap',
      'rope-sequence',
      'w3c-keyname',
      'linkifyjs',
      'fast-equals',
    ),
    files: ui('editor[\\\\/]', 'rich-text'),
  },
  {
    name: 'charts',
    packages: anyOf('apexcharts', 'react-apexcharts', 'prop-types', '@svgdotjs/.*'),
    files: ui('chart'),
  },
  {
    // What the login page is made of, and nothing else: it is what everybody waits for first.
    name: 'core',
    packages: anyOf('style-loader', 'css-loader', '@fontsource-variable/.*'),
    files:
      /[\\/](shell[\\/]src[\\/](app|bootstrap|contact-link|runtime-config|frame[\\/](frame-style|overlays-state|theme-signal)|guards[\\/][a-z-]+|telemetry[\\/]consent(-box)?|remotes[\\/](preload|registry|verify-registry)|session[\\/](connect-session|auth-calls)|public[\\/](public-screens|public-layout|login.page|login-form|login-rules|form-errors|proof-panel|service-status))|packages[\\/]contracts[\\/]src[\\/]([a-z-]+|main[\\/]auth\.contract)|packages[\\/](mfe[\\/]src[\\/](access|actions|area-boundary|brand|failure-panel|guarded-person|host|host-link|lazy-page|manifest|navigation|page|page-connection|page-skeleton|persistence|problem|session|shortcuts|signal|sound-areas|stale-build|store|telemetry|transport|slices[\\/][a-z-]+)|ui[\\/]src[\\/](button|callout|empty-drawing|empty-state|failure-sentence|field|field-error|global-style|glyph-shapes|icon|icon-paths|input-shell|kept-place|link|overlay-surface|password-input|skeleton|status|text-input|theme|toast|toast-store|tokens|tooltip|overlay[\\/](later-part|opener|trigger)|ui-provider|visually-hidden)))\.tsx?$/,
  },
  {
    // What floats, and what places it: asked for by the pointer, the focus or a press, never by a page that is painted.
    name: 'overlays',
    packages: anyOf(
      '@floating-ui/.*',
      'radix-ui',
      '@radix-ui/.*',
      'react-remove-scroll.*',
      'react-style-singleton',
      'use-callback-ref',
      'use-sidecar',
      'get-nonce',
      'aria-hidden',
      'detect-node-es',
    ),
    not: /[\\/]react-(switch|slider)[\\/]|[\\/]radix-ui[\\/]dist[\\/](switch|slider)/,
    files: ui('overlay[\\\\/]', '(confirm-dialog|dialog|drawer|return-focus|segmented)\\.tsx'),
  },
  {
    // What loads areas: fetched while the frame is painted (see `early`), run with the first area.
    name: 'federation',
    packages: anyOf('@module-federation/.*'),
    files: /[\\/]shell[\\/]src[\\/]remotes[\\/](federation|federation-runtime|provided-modules)\.ts$/,
  },
  {
    name: 'frame',
    packages: anyOf('single-spa', 'single-spa-react', 'tslib', '@reduxjs/toolkit'),
    files:
      /[\\/](packages[\\/]build[\\/]provided[\\/]redux-toolkit-query\.mjs$|shell[\\/]src[\\/](frame[\\/](?!overlays\.|command-palette|help-sheet|sandbox-dialog|find-actions)|remotes[\\/]|session[\\/]log-out)[a-z.-]*|packages[\\/](contracts[\\/]src[\\/]main[\\/](live|notices|sandbox|start)\.contract|mfe[\\/]src[\\/](api|api-cache|area|area-presence|area-providers|campaign-time|host|live|not-found-page|page|plans|system-api|toasts)|ui[\\/]src[\\/](counted|date-format|instant|menu|popover|avatar|badge|icon-button|kbd|text|page-header|layout|use-media|error-boundary)))(\.tsx?)?$/,
  },
  {
    name: 'windowed',
    packages: anyOf('@tanstack/.*'),
    files: ui('table[\\\\/](kept-range|windowed-rows)', 'windowed-list'),
  },
  {
    name: 'controls',
    packages: anyOf('radix-ui', '@radix-ui/.*'),
    files:
      /[\\/]packages[\\/](mfe[\\/]src[\\/](coming-page|data-query|lists[\\/]name-view-dialog|mounted-part|no-access-page|save-answer)|ui[\\/]src[\\/](calendar-[a-z]+|card|category-badge|code-block|combobox(-parts)?|date-range|file-drop|mail-document|mail-frame|number-input|page-nonce|rule-list|slider|stat|stepper|switch|text-area|timeline))\.tsx?$/,
  },
  {
    // The campaigns list, where people arrive, and lists like it; and what no row names: it weighs what it weighs, and brings no other
    // chunk with it.
    name: 'tables',
    files: /[\\/]packages[\\/](contracts[\\/]src[\\/]main[\\/]list-views\.contract\.ts$|(mfe|ui)[\\/]src[\\/])/,
  },
];

function packageOf(resource) {
  const inside = resource.split(/[\\/]node_modules[\\/]/);
  return inside.length < 2 ? undefined : /^(?:@[^\\/]+[\\/])?[^\\/]+/.exec(inside.at(-1))?.[0].replaceAll('\\', '/');
}

function chunkGroups() {
  return Object.fromEntries(
    chunkRows.map(({ name, packages, files, not }, index) => [
      name,
      {
        name,
        chunks: 'all',
        enforce: true,
        priority: 50 - index,
        test(module) {
          const resource = module.resource ?? module.nameForCondition?.() ?? '';
          const bare = packageOf(resource);
          return bare === undefined
            ? (files?.test(resource) ?? false)
            : (packages?.test(bare) ?? false) && !not?.test(resource);
        },
      },
    ]),
  );
}

/**
 * What the browser begins to load with the first HTML, by names of chunks and by what is imported, so that the files come together and not
 * one after the other: for every address, for the public ones, for those behind the login.
 */
const early = {
  always: { chunks: ['platform'], imports: ['./bootstrap'] },
  public: { chunks: [], imports: ['./public/public-screens'] },
  app: { chunks: ['frame'], imports: ['./frame/frame'], later: ['federation', 'tables'] },
};

/** The curated modules under the names of the packages that they stand for, so that a page has each once. */
const curatedAliases = (shared) =>
  Object.fromEntries(
    Object.entries(shared)
      .filter(([, { import: file }]) => /[\\/]packages[\\/]build[\\/]provided[\\/]/.test(file))
      .map(([name, { import: file }]) => [`${name}$`, file]),
  );

/**
 * The host application: served from the origin's root. An ordinary build, without the federation plugin: it imports its own modules as
 * any application does, and hands the table of what it shares to the runtime when an area is about to come
 * (shell/src/remotes/federation.ts). A host that consumes what it provides needs the runtime and two tables before its first line.
 */
export function shellConfig({
  outputPath = path.join(shellFolder, 'dist'),
  development = false,
  refresh = false,
} = {}) {
  const base = common({ name: 'shell', context: shellFolder, outputPath, development, refresh });
  const shared = sharedModules({ provider: true });
  return {
    ...base,
    resolve: { ...base.resolve, alias: { ...base.resolve.alias, ...curatedAliases(shared) } },
    module: { ...base.module, rules: [...base.module.rules, providedModules(shared)] },
    entry: './src/index.ts',
    output: { ...base.output, publicPath: '/' },
    optimization: {
      ...base.optimization,
      ...(development
        ? {}
        : {
            splitChunks: {
              chunks: 'async',
              cacheGroups: chunkGroups(),
            },
          }),
    },
    plugins: [
      ...leanPlugins(),
      new DefinePlugin(federationTerms),
      new IndexHtmlPlugin({ template: path.join(shellFolder, 'src/index.html'), development, early }),
      ...(development ? [] : [new ShellProvidesPlugin({ shared })]),
      ...refreshPlugins(refresh),
    ],
  };
}

/** One remote: no entry of its own, only what it exposes. `publicPath: auto` lets one build be served from any versioned folder. */
export function remoteConfig({ folder, outputPath, development = false, refresh = false, publicPath = 'auto' }) {
  const context = path.join(repositoryRoot, folder);
  const manifest = JSON.parse(fs.readFileSync(path.join(context, 'manifest.json'), 'utf8'));
  const exposes = { './app': './src/app.tsx' };
  for (const part of manifest.parts ?? []) exposes[`./${part}`] = `./src/parts/${part}.tsx`;
  const base = common({
    name: manifest.name,
    context,
    outputPath: outputPath ?? path.join(context, 'dist/next'),
    development,
    refresh,
  });
  return {
    ...base,
    entry: {},
    output: { ...base.output, publicPath },
    plugins: [
      federationOfShell(),
      new ModuleFederationPlugin({
        name: manifest.name,
        filename: 'remoteEntry.js',
        exposes,
        shared: sharedModules({ provider: false }),
        manifest: true,
        dts: false,
        shareStrategy: 'loaded-first',
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
      ...(development
        ? []
        : [new CompactSharingPlugin(), new ReleaseContentsPlugin({ exposes: Object.keys(exposes) })]),
      ...refreshPlugins(refresh),
    ],
  };
}
