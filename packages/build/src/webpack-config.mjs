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
import { chunkGroups } from './chunk-rows.mjs';

const require = createRequire(import.meta.url);
const { DefinePlugin } = require('webpack');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const MinimizerPlugin = require('minimizer-webpack-plugin');

const shellFolder = path.join(repositoryRoot, 'shell');

/** How long a script chunk may take before it counts as failed; the specification's figure. */
const chunkLoadTimeoutMilliseconds = 120_000;

/** Sources in another language, before they are compiled; without one nothing stands in front of the compiler. */
const inLanguage = (compiler, language) =>
  language ? [compiler, { loader: require.resolve('./texts/texts-loader.cjs'), options: { language } }] : compiler;

/** The sheet of the design tokens explains itself in comments of CSS, which are left out. */
const tokensRule = {
  test: /[\\/]packages[\\/]ui[\\/]src[\\/]tokens\.tsx$/,
  enforce: 'pre',
  use: require.resolve('./css-comments-loader.cjs'),
};

function common({ name, context, outputPath, development, refresh, language }) {
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
        ...(development ? [tokensRule] : [...thinContracts(), tokensRule]),
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: inLanguage(
            {
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
            language,
          ),
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
  language,
} = {}) {
  const base = common({ name: 'shell', context: shellFolder, outputPath, development, refresh, language });
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
      new IndexHtmlPlugin({
        template: path.join(shellFolder, 'src/index.html'),
        development,
        early,
        ...(language ? { tag: require('./texts/language.cjs').languageOf(language).tag } : {}),
      }),
      ...(development ? [] : [new ShellProvidesPlugin({ shared })]),
      ...refreshPlugins(refresh),
    ],
  };
}

/** One remote: no entry of its own, only what it exposes. `publicPath: auto` lets one build be served from any versioned folder. */
export function remoteConfig({
  folder,
  outputPath,
  development = false,
  refresh = false,
  publicPath = 'auto',
  language,
}) {
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
    language,
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
