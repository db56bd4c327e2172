import { join } from 'node:path';
import { findRepositoryRoot } from '#platform/env/repository-root';
import { createWebApp } from '#platform/http/serve-web';
import { findBrandImage, findHostBrand } from '#identity/identity.api';
import { leadBack } from '#main/main.api';
import type { PlatformEnvironment } from '#platform/env/env';
import { addressOfPort } from './allowed-origins';
import type { Module } from './module';

/** The shell and its remotes, as `npm run build` left them. */
export const webModule: Module = {
  name: 'web',
  needs: ['authentication', 'main:deps'],
  async start({ environment, mount, use }) {
    const { authenticate } = use('authenticator');
    const deps = use('mainDeps');
    mount(
      ['/'],
      createWebApp({
        root: join(findRepositoryRoot(), 'dist', 'web'),
        sourceMaps: environment.mode === 'sandbox',
        reserved: ['/api', '/o', '/c', '/u', '/storage', '/health'],
        // A token that is no longer good gets what everybody gets: the page itself renews it or asks for a login.
        workspaceOf: async (request) => (await authenticate(request).catch(() => null))?.workspaceId ?? null,
        brandOf: (host) => findHostBrand(deps, host),
        leadElsewhere: (address, host) => leadBack(deps, address, host),
        brandImageOf: (host, kind) => findBrandImage(deps, host, kind),
        furtherOrigins: [
          environment.publicUrl,
          ...(environment.objectStore ? [environment.objectStore.endpoint] : []),
        ].map((url) => new URL(url).origin),
        config: (listener) => ({
          services:
            listener === 'web'
              ? { ...addressesOfPorts(environment), ...environment.serviceUrls }
              : environment.serviceUrls,
          sandbox: environment.mode === 'sandbox',
          version: '0.1.0',
          signUp: environment.signUp,
          plans: environment.plans,
          ...(environment.operatorContact && { contact: environment.operatorContact }),
          ...(namesReports(environment.telemetry) && { telemetry: environment.telemetry }),
        }),
      }),
    );
  },
};

/** Base URLs of what answers on a port of its own: what the pages on their own port are told. */
const addressesOfPorts = (environment: PlatformEnvironment) =>
  Object.fromEntries(
    Object.entries(environment.servicePorts)
      .filter(([name]) => name !== 'web')
      .map(([name, port]) => [name, addressOfPort(environment, port)]),
  );

const namesReports = ({
  tagManagerUrl,
  productAnalyticsUrl,
  supportChatUrl,
}: PlatformEnvironment['telemetry']): boolean => Boolean(tagManagerUrl ?? productAnalyticsUrl ?? supportChatUrl);
