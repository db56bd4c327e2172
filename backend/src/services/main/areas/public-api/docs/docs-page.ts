import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openApiDocument } from '@skein/contracts/openapi';
import { findRepositoryRoot } from '../../../../../platform/env/repository-root';
import { notFound } from '../../../../../platform/http/skein-error';

const HOUR = 3600;

/** Everything comes from our own origin; nothing inline runs, nothing is loaded from elsewhere, nobody may frame it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API documentation</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/api/swagger-ui.css">
</head>
<body>
<div id="documentation"></div>
<script src="/docs/api/swagger-ui-bundle.js"></script>
<script src="/docs/api/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#documentation', deepLinking: true, docExpansion: 'none', defaultModelsExpandDepth: -1, filter: true, validatorUrl: null, persistAuthorization: false });\n`;

/** The files of swagger-ui-dist that the page needs; no other is served. */
const packaged = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
]);

/** The documentation page and what it loads. */
export function createDocsPage(publicUrl: string) {
  let document: string | undefined;
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
    openApi: () =>
      answer((document ??= JSON.stringify(openApiDocument({ url: publicUrl }))), 'application/json; charset=utf-8', 0),
    page: () => answer(page, 'text/html; charset=utf-8', 0),
    async asset(file: string) {
      if (file === 'start.js') return answer(start, 'text/javascript; charset=utf-8', HOUR);
      const type = packaged.get(file);
      if (type === undefined) throw notFound('This file');
      // Asked from the repository, because the program may run as one bundled file.
      const folder = dirname(
        createRequire(join(findRepositoryRoot(), 'backend', 'package.json')).resolve('swagger-ui-dist/package.json'),
      );
      return answer(Uint8Array.from(await readFile(join(folder, file))), type, HOUR);
    },
  };
}
