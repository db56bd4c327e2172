import { trackingDomainsContract } from '@skein/contracts/main/tracking-domains.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import {
  askForCertificate,
  checkTrackingDomain,
  listTrackingDomains,
  proveTrackingDomain,
  publishTrackingDomain,
} from './check-tracking-domain';

/** Tracking domains over HTTP: one line an endpoint. */
export function trackingDomainsRoutes(deps: MainDeps) {
  return routes(trackingDomainsContract)(deps, {
    listTrackingDomains: (_, { actor }) => listTrackingDomains(deps, actor),
    checkTrackingDomain: (_, { actor, body }) => checkTrackingDomain(deps, actor, body.domain),
    publishTrackingDomain: (_, { actor, body }) => publishTrackingDomain(deps, actor, body.domain),
    proveTrackingDomain: async (_, { query, raw }) =>
      proveTrackingDomain(deps, raw.req.header('host') ?? '', query.nonce),
    askForCertificate: (_, { query }) => askForCertificate(deps, query.domain),
  });
}
