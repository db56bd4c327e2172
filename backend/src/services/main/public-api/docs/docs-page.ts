import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openApiDocument } from '@skein/contracts/openapi';
import { findRepositoryRoot } from '#platform/env/repository-root';
import { notFound } from '#platform/http/skein-error';
import { frame } from './docs-frame';

const HOUR = 3600;

/** Own origin only: no inline scripts, no other hosts, no framing. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Skein</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/api/swagger-ui.css">
<link rel="stylesheet" href="/docs/api/frame.css">
<script src="/docs/api/theme.js"></script>
</head>
<body>
<a class="skip" href="#documentation">Skip to the calls</a>
<header>
<a class="brand" href="/app"><span aria-hidden="true"></span>Skein</a>
<nav aria-label="Documentation">
<a data-part="public" href="/docs/api">Public API</a>
<a data-part="all" href="/docs/api?part=all">All calls</a>
<a href="/api/openapi.json">OpenAPI</a>
<a href="/app/settings/api-keys">API keys</a>
</nav>
</header>
<main>
<section class="intro">
<h1>API reference</h1>
<p data-of="public">Tools written for the usual cold email API work with <code>/api/v1</code>: change their base address to this one.</p>
<p data-of="all">The calls that the app itself makes, after the public ones. They answer <code>{ ok, data, message }</code> and can change with the app.</p>
<p>To try a call here, <a href="/app/settings/api-keys">create an API key</a> with only the scopes you need, then choose Authorize. Each call names its scope. The key is forgotten when you reload the page.</p>
</section>
<div id="documentation"></div>
</main>
<script src="/docs/api/swagger-ui-bundle.js"></script>
<script src="/docs/api/start.js"></script>
</body>
</html>
`;

/** Before anything is drawn: the theme that the person chose in the app, or that of the system. */
const theme = `(function () {
  var chosen = null;
  try { chosen = localStorage.getItem('skein-theme'); } catch (error) { /* the system's, then */ }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark-mode', dark);
})();
`;

/** Public calls come first; a call of a person or a group of calls opens by its own address. */
const start = `(function () {
  var part = new URLSearchParams(location.search).get('part') === 'all' ? 'all' : 'public';
  document.querySelectorAll('[data-of]').forEach(function (text) { text.hidden = text.dataset.of !== part; });
  document.querySelectorAll('[data-part]').forEach(function (link) { if (link.dataset.part === part) link.setAttribute('aria-current', 'page'); });
  SwaggerUIBundle({ url: '/api/openapi.json?part=' + part, dom_id: '#documentation', deepLinking: true, docExpansion: 'none', defaultModelsExpandDepth: -1, defaultModelExpandDepth: 4, filter: true, validatorUrl: null, persistAuthorization: false, tryItOutEnabled: false, displayRequestDuration: true });
})();
`;

/** The files of packages that the page needs; no other is served. */
const packaged = new Map([
  ['swagger-ui.css', { from: 'swagger-ui-dist', path: 'swagger-ui.css', type: 'text/css; charset=utf-8' }],
  [
    'swagger-ui-bundle.js',
    { from: 'swagger-ui-dist', path: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
  ],
  [
    'inter.woff2',
    { from: '@fontsource-variable/inter', path: 'files/inter-latin-wght-normal.woff2', type: 'font/woff2' },
  ],
]);

const javascript = 'text/javascript; charset=utf-8';
const written = new Map<string, [text: string, type: string]>([
  ['start.js', [start, javascript]],
  ['theme.js', [theme, javascript]],
  ['frame.css', [frame, 'text/css; charset=utf-8']],
]);

/** The documentation page and what it loads. */
export function createDocsPage(publicUrl: string) {
  const documents: { public?: string; all?: string } = {};
  const answer = (body: string | Uint8Array<ArrayBuffer>, type: string, seconds: number) =>
    new Response(body, {
      headers: {
        'content-type': type,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': seconds > 0 ? `public, max-age=${seconds}` : 'no-cache',
      },
    });

  return {
    openApi(part: 'public' | 'all') {
      documents[part] ??= JSON.stringify(openApiDocument({ url: publicUrl, part }));
      return answer(documents[part], 'application/json; charset=utf-8', 0);
    },
    page: () => answer(page, 'text/html; charset=utf-8', 0),
    async asset(file: string) {
      const own = written.get(file);
      if (own) return answer(own[0], own[1], 0);
      const found = packaged.get(file);
      if (!found) throw notFound('This file');
      // Asked from the repository, because the program may run as one bundled file.
      const packages = createRequire(join(findRepositoryRoot(), 'backend', 'package.json'));
      const path = packages.resolve(`${found.from}/${found.path}`);
      return answer(Uint8Array.from(await readFile(path)), found.type, HOUR);
    },
  };
}
