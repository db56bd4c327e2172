import { serverSubscriptionContract } from '@skein/contracts/main/server-subscription.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { subscribeServers } from './subscribe-servers';

export const serverSubscriptionRoutes = (deps: MainDeps) =>
  routes(serverSubscriptionContract)(deps, {
    subscribeServers: (d, { body, raw }) => subscribeServers(d, raw.req.raw, body),
  });
