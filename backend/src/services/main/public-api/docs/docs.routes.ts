import { docsContract } from '@skein/contracts/main/docs.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { createDocsPage } from './docs-page';

export function docsRoutes(deps: MainDeps) {
  const docs = createDocsPage(deps.config.publicUrl);
  return routes(docsContract)(deps, {
    openApi: async (_, request) => docs.openApi(request.query.part),
    home: async () => new Response(null, { status: 302, headers: { location: '/docs/api' } }),
    page: async () => docs.page(),
    asset: async (_, request) => docs.asset(request.params.file),
  });
}
