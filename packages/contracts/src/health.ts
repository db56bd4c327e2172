import { z } from 'zod';
import { defineContract, type ServiceName } from './endpoint';

const view = z.object({ service: z.string(), status: z.enum(['live', 'ready']) });

/** Where a service answers behind the one origin that is the default. The main service has the plain `/api`. */
export const servicePrefix = (service: ServiceName): string => (service === 'main' ? '/api' : `/api/${service}`);

/** Liveness (the process answers) and readiness (it reaches its database; else 503) that every service has. */
export const healthContract = <S extends ServiceName>(service: S) =>
  defineContract({
    service,
    tag: 'Health',
    endpoints: {
      live: {
        method: 'GET',
        path: `${servicePrefix(service)}/health/live`,
        aliases: [`GET ${servicePrefix(service)}/health`],
        access: { who: 'anyone' },
        summary: `Whether the ${service} service answers`,
        response: view,
      },
      ready: {
        method: 'GET',
        path: `${servicePrefix(service)}/health/ready`,
        access: { who: 'anyone' },
        summary: `Whether the ${service} service can work`,
        response: view,
      },
    },
  });
