import type { Hono } from 'hono';
import type { ServiceName } from '@skein/contracts/endpoint';
import { healthContract } from '@skein/contracts/health';
import type { Database } from '../db/database';
import { routes, type HttpDeps } from './routes';
import { SkeinError } from './skein-error';

/** Liveness and readiness of one service: ready means that the database answers. */
export const healthRoutes = (service: ServiceName, deps: HttpDeps & { db: Pick<Database, 'verify'> }): Hono =>
  routes(healthContract(service))(deps, {
    live: async () => ({ service, status: 'live' }),
    ready: async () => {
      await deps.db.verify().catch((cause: unknown) => {
        deps.log.error({ error: cause }, 'a service is not ready');
        throw new SkeinError('UNAVAILABLE');
      });
      return { service, status: 'ready' };
    },
  });
