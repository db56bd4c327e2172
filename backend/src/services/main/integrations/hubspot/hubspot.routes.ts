import { hubSpotContract } from '@skein/contracts/main/hubspot.contract';
import { readText } from '#platform/http/read-text';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { readHubSpot, saveHubSpot } from './hubspot-settings';
import { hubSpotLists, importHubSpot } from './import-hubspot';
import { receiveHubSpotEvents } from './receive-events';

export const hubspotRoutes = (deps: MainDeps) =>
  routes(hubSpotContract)(deps, {
    readHubSpot: (d, { actor, params }) => readHubSpot(d, actor, params.integrationId),
    saveHubSpot: (d, { actor, params, body }) => saveHubSpot(d, actor, params.integrationId, body),
    hubSpotLists: (d, { actor, params }) => hubSpotLists(d, actor, params.integrationId),
    importHubSpot: (d, { actor, params, body }) => importHubSpot(d, actor, params.integrationId, body),
    receiveHubSpotEvents: async (d, { raw }) =>
      receiveHubSpotEvents(d, {
        body: await readText(raw.req.raw, 1_000_000),
        signature: raw.req.header('x-hubspot-signature-v3') ?? '',
        timestamp: raw.req.header('x-hubspot-request-timestamp') ?? '',
      }),
  });
