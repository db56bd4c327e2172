import { join } from 'node:path';
import { findRepositoryRoot } from '../platform/env/repository-root';
import { createWebApp } from '../platform/http/serve-web';
import type { Module } from './module';

/** The shell and its remotes, as `npm run build` left them. */
export const webModule: Module = {
  name: 'web',
  needs: ['authentication'],
  async start({ environment, mount, use }) {
    const { authenticate } = use('authenticator');
    mount(['/'], createWebApp({
      root: join(findRepositoryRoot(), 'dist', 'web'), sourceMaps: environment.mode === 'sandbox', reserved: ['/api', '/o', '/c', '/u', '/storage', '/health'],
      // A token that is no longer good gets what everybody gets: the page itself renews it or asks for a login.
      workspaceOf: async (request) => (await authenticate(request).catch(() => null))?.workspaceId ?? null,
      config: () => ({ services: {}, sandbox: environment.mode === 'sandbox', version: '0.1.0' }),
    }));
  },
};
