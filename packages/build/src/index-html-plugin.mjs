import fs from 'node:fs';
import { createRequire } from 'node:module';
import { acceptedKeys } from './deploy-key.mjs';

const require = createRequire(import.meta.url);
const { Compilation, sources } = require('webpack');

/**
 * Stands in the place of the nonce until the server answers: it puts a fresh value into every answer
 * (backend/src/platform/http/serve-web.ts).
 */
export const noncePlaceholder = '__CSP_NONCE__';

/**
 * Writes index.html with the entry's scripts. Deliberate: not html-webpack-plugin. It runs a child compilation, into which the
 * federation plugin puts second copies of every module that is provided from a path (200 kB of files nobody loads).
 *
 * `early` becomes `<link rel="preload">` elements; the server keeps those of the kind of address that was asked for
 * (backend/src/platform/http/first-page.ts). Chunks that are `later` must
 * not hold up the others on a slow line: shell/src/bootstrap.tsx begins with them when it runs.
 *
 * In the template `<!-- scripts -->` becomes the script elements, `<!-- deploy keys -->` the keys whose signatures are
 * accepted, and `<!-- development --> ... <!-- /development -->` is kept only in development. `tag` is the language
 * that the page says it is in.
 */
export class IndexHtmlPlugin {
  constructor({ template, development, early = {}, tag = 'en' }) {
    this.template = template;
    this.tag = tag;
    this.early = early;
    this.development = development;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('IndexHtml', (compilation) => {
      compilation.fileDependencies.add(this.template);
      compilation.hooks.processAssets.tap(
        { name: 'IndexHtml', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE + 200 },
        () => {
          const publicPath = compiler.options.output.publicPath;
          const scripts = compilation.entrypoints
            .get('main')
            .getFiles()
            .filter((file) => file.endsWith('.js') && !file.includes('hot-update'))
            .map((file) => `<script defer src="${publicPath}${file}" nonce="${noncePlaceholder}"></script>`);
          const ofImports = (imports) =>
            compilation.chunkGroups
              .filter((group) => group.origins.some(({ request }) => imports.includes(request)))
              .flatMap((group) => group.getFiles());
          const started = new Set(compilation.entrypoints.get('main').getFiles());
          const ofChunks = (names) => names.flatMap((name) => [...(compilation.namedChunks.get(name)?.files ?? [])]);
          const links = (files, rel = 'preload') =>
            files
              .filter((file) => file.endsWith('.js') && !started.has(file))
              .map((file) => `<link rel="${rel}" as="script" href="${publicPath}${file}">`)
              .join('');
          const preloads = Object.entries(this.development ? {} : this.early).map(
            ([kind, { chunks, imports, later = [] }]) => {
              const first = [...new Set([...ofChunks(chunks), ...ofImports(imports)])].filter(
                (file) => !ofChunks(later).includes(file),
              );
              const elements = links(first) + links(ofChunks(later), 'later');
              if (kind === 'always') for (const file of first) started.add(file);
              return kind === 'always' ? elements : `<!-- ${kind} -->${elements}<!-- /${kind} -->`;
            },
          );
          const html = fs
            .readFileSync(this.template, 'utf8')
            .replace('<html lang="en"', `<html lang="${this.tag}"`)
            .replace(/<!-- development -->([\s\S]*?)<!-- \/development -->\n?/g, this.development ? '$1' : '')
            .replace(
              '<!-- deploy keys -->',
              this.development ? '' : `<meta name="skein-deploy-keys" content="${acceptedKeys().join(' ')}">`,
            )
            .replace('<!-- scripts -->', [...preloads, ...scripts].join('\n    '));
          compilation.emitAsset('index.html', new sources.RawSource(html));
        },
      );
    });
  }
}
