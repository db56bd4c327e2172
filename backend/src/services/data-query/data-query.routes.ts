import { dataQueryContract } from '@skein/contracts/data-query/data-query.contract';
import { routes } from '#platform/http/routes';
import { credentialsOf, type ServiceDeps } from '#platform/http/service-deps';
import { createLiveConnections } from './graphql/live-connection';
import { runOperation } from './graphql/run-operation';

/** The data-query layer over HTTP and WebSocket: one line an endpoint. */
export function dataQueryRoutes(deps: ServiceDeps) {
  const openLive = createLiveConnections(deps);
  return routes(dataQueryContract)(deps, {
    run: (_, { actor, body, raw }) => runOperation({ deps, actor, credentials: credentialsOf(raw.req.raw) }, body),
    live: (_, { raw }) => openLive(raw),
  });
}
