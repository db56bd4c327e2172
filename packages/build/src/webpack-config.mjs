import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { repositoryRoot } from './repository.mjs';
import { IndexHtmlPlugin } from './index-html-plugin.mjs';
import { sharedModules } from './shared-modules.mjs';

const require = createRequire(import.meta.url);
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
        'zod-source': path.join(repositoryRoot, 'node_modules/zod/v4'),
        // Its package.json names two endings for a module (.ts, .tsx); webpack tries only the first.
        '@skein/mfe': path.join(repositoryRoot, 'packages/mfe/src'),
      },
    },
    module: {
      rules: [
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
      chunkIds: 'named',
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

function federation(options) {
  return new ModuleFederationPlugin({
    filename: 'remoteEntry.js',
    manifest: true,
    dts: false,
    shareStrategy: 'loaded-first',
    experiments: { optimization: { target: 'web', disableSnapshot: true } },
    ...options,
  });
}

/**
 * The chunks of the shell that everybody loads first. Shared modules are otherwise one file each, which is one request each:
 * grouped, the first screen needs a handful.
 */
const chunkGroups = {
  platform: {
    name: 'platform',
    chunks: 'all',
    enforce: true,
    priority: 30,
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-redux|redux|redux-thunk|reselect|immer|@reduxjs|use-sync-external-store|styled-components|stylis|@emotion|axios|react-router|react-router-dom|cookie|single-spa|single-spa-react)[\\/]/,
  },
  contracts: {
    name: 'contracts',
    chunks: 'all',
    enforce: true,
    priority: 30,
    test: /([\\/]node_modules[\\/]zod[\\/]|[\\/]packages[\\/]build[\\/]provided[\\/]zod)/,
  },
};

/**
 * Which chunk a module of the design system goes into, so that a page loads it with one request. What the frame itself shows is
 * `core`; everything else comes with the first page that shows it.
 */
const componentChunks = [
  { name: 'editor', files: /[\\/]packages[\\/]ui[\\/]src[\\/](editor[\\/]|rich-text)/, packages: /^(@tiptap|prosemirror-|orderedmap|rope-sequence|w3c-keyname|linkifyjs)/ },
  { name: 'charts', files: /[\\/]packages[\\/]ui[\\/]src[\\/]chart/, packages: /^(apexcharts|react-apexcharts|@svgdotjs|@yr)/ },
  { name: 'tables', files: /[\\/]packages[\\/]ui[\\/]src[\\/](table[\\/]|data-table|column-chooser|pagination|filter-bar|combobox|checkbox|select|page-header|segmented|progress|radio-group|tabs|badge|status|stat|popover|category-badge|definition|confirm-dialog)/, packages: /^(@tanstack)/ },
  { name: 'forms', files: /a^/, packages: /^(react-hook-form|@hookform|@standard-schema)/ },
  {
    name: 'core',
    files: /[\\/]packages[\\/](mfe|ui)[\\/]src[\\/](?!gallery)[a-z0-9-]+\.tsx?$|[\\/]packages[\\/]mfe[\\/]src[\\/]slices/,
    packages: /^(radix-ui|@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|tslib|detect-node-es)$/,
  },
];

function packageOf(resource) {
  return /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?!.*[\\/]node_modules[\\/])/.exec(resource)?.[1]?.replaceAll('\\', '/');
}

function componentGroups() {
  return Object.fromEntries(
    componentChunks.map(({ name, files, packages }, index) => [
      name,
      {
        name,
        chunks: 'all',
        enforce: true,
        priority: 20 - index,
        test: (module) => {
          const resource = module.nameForCondition?.() ?? '';
          const bare = packageOf(resource);
          return bare === undefined ? files.test(resource) : packages.test(bare) || packages.test(bare.split('/')[0]);
        },
      },
    ]),
  );
}

/** The host application: served from the origin's root. */
export function shellConfig({ outputPath = path.join(shellFolder, 'dist'), development = false, refresh = false } = {}) {
  const base = common({ name: 'shell', context: shellFolder, outputPath, development, refresh });
  return {
    ...base,
    entry: './src/index.ts',
    output: { ...base.output, publicPath: '/' },
    optimization: {
      ...base.optimization,
      ...(development
        ? {}
        : {
            splitChunks: {
              chunks: 'async',
              cacheGroups: {
                ...chunkGroups,
                ...componentGroups(),
              },
            },
          }),
    },
    plugins: [
      federation({ name: 'shell', shared: sharedModules({ provider: true, shellFolder }) }),
      new IndexHtmlPlugin({ template: path.join(shellFolder, 'src/index.html'), development }),
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
  const base = common({ name: manifest.name, context, outputPath: outputPath ?? path.join(context, 'dist/next'), development, refresh });
  return {
    ...base,
    entry: {},
    output: { ...base.output, publicPath },
    plugins: [
      federation({ name: manifest.name, exposes, shared: sharedModules({ provider: false, shellFolder }) }),
      ...refreshPlugins(refresh),
    ],
  };
}
