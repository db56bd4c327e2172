import { leadSourcesContract } from '@skein/contracts/main/lead-sources.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { addRows } from './add-rows';
import { quoteLeadMagic, startLeadMagic } from './enrich-leads';

export const sourcesRoutes = (deps: MainDeps) =>
  routes(leadSourcesContract)(deps, {
    addRows: (d, { actor, body }) => addRows(d, actor, body),
    quoteLeadMagic: (d, { actor, params, body }) => quoteLeadMagic(d, actor, params.integrationId, body),
    startLeadMagic: (d, { actor, params, body }) => startLeadMagic(d, actor, params.integrationId, body),
  });
