import { join } from 'node:path';
import { findRepositoryRoot } from '../platform/env/repository-root';
import { createWebApp } from '../platform/http/serve-web';
import type { Module } from './module';

/** The shell and its remotes, as `npm run build` left them. */
export const webModule: Module = {
  name: 'web',
  needs: [],
  async start({ environment, mount }) {
    mount(['/'], createWebApp({
      root: join(findRepositoryRoot(), 'dist', 'web'), sourceMaps: environment.mode === 'sandbox', reserved: ['/api', '/o', '/c', '/u', '/storage', '/health'],
      config: () => ({ services: {}, sandbox: environment.mode === 'sandbox', version: '0.1.0' }),
    }));
  },
};
