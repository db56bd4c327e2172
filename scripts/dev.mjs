// `npm run dev -- campaigns`   the shell and the named remotes from source, with fast refresh; the others as they were built
// `npm run dev`                the shell and all remotes from source
// Calls go to the services at SKEIN_API (default http://127.0.0.1:3000, that is `npm start` in another terminal).
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { webFolder } from '../packages/build/src/remotes-registry.mjs';
import { listRemotes, remoteFolder, repositoryRoot } from '../packages/build/src/repository.mjs';
import { shellConfig } from '../packages/build/src/webpack-config.mjs';

const requireOfBuild = createRequire(path.join(repositoryRoot, 'packages/build/package.json'));
const webpack = requireOfBuild('webpack');
const WebpackDevServer = requireOfBuild('webpack-dev-server');
process.env.NODE_ENV = 'development';

const port = Number(process.env.DEV_PORT || 3100);
const services = process.env.SKEIN_API || 'http://127.0.0.1:3000';
const chosen = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('-'))
  .map(remoteFolder);
const remotes = listRemotes();
const fromSource = remotes.filter(({ folder }) => chosen.length === 0 || chosen.includes(folder));

const addressOf = (name) => `/remotes/${name}/dev/`;

async function developmentConfig({ directory, manifest }) {
  const { default: configure } = await import(pathToFileURL(path.join(directory, 'webpack.config.mjs')).href);
  return configure({
    outputPath: path.join(directory, 'dist/dev'),
    development: true,
    refresh: true,
    publicPath: addressOf(manifest.name),
  });
}

/** The built registry, with the entries of what is served from source put in its place. */
function developmentRegistry() {
  const file = path.join(webFolder, 'remotes.json');
  const built = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).remotes : [];
  const source = fromSource.map(({ manifest: { packageVersion: _, ...facts } }) => ({
    ...facts,
    version: 'dev',
    entry: `${addressOf(facts.name)}remoteEntry.js`,
    integrity: {},
  }));
  const others = built.filter(({ name }) => !source.some((remote) => remote.name === name));
  const missing = remotes.filter(({ manifest }) => ![...source, ...others].some(({ name }) => name === manifest.name));
  if (missing.length > 0)
    console.warn(
      `Not built yet, and not served: ${missing.map(({ folder }) => folder).join(', ')}. Run npm run build once.`,
    );
  return { version: 'dev', remotes: [...source, ...others] };
}

const configurations = [
  shellConfig({ outputPath: path.join(repositoryRoot, 'shell/dist-dev'), development: true, refresh: true }),
  ...(await Promise.all(fromSource.map(developmentConfig))),
];
const server = new WebpackDevServer(
  {
    host: '127.0.0.1',
    port,
    hot: true,
    client: { overlay: false, webSocketURL: { hostname: '127.0.0.1', port } },
    static: [{ directory: path.join(webFolder, 'remotes'), publicPath: '/remotes', watch: false }],
    // Deliberate: a rule instead of a plain fallback. A missing script must be a 404, never the page.
    historyApiFallback: {
      rewrites: [{ from: /^\/(?!api|graphql|health|storage|docs|remotes)[^.]*$/, to: '/index.html' }],
      disableDotRule: false,
    },
    proxy: [
      {
        context: ['/api', '/graphql', '/health', '/storage', '/docs', '/config.json', '/o/', '/c/', '/u/'],
        target: services,
        changeOrigin: false,
        ws: true,
      },
    ],
    setupMiddlewares(middlewares) {
      middlewares.unshift({
        name: 'remotes-registry',
        path: '/remotes.json',
        middleware: (_request, response) => response.setHeader('Cache-Control', 'no-store').json(developmentRegistry()),
      });
      return middlewares;
    },
  },
  webpack(Object.assign(configurations, { parallelism: 2 })),
);
await server.start();
console.log(
  `From source: shell, ${fromSource.map(({ folder }) => folder).join(', ')}. Open http://127.0.0.1:${port}; calls go to ${services}.`,
);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.stop().then(() => process.exit(0)));
