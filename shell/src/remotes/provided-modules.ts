import type { createInstance } from '@module-federation/enhanced/runtime';

/**
 * What the shell shares with areas, by import name: versions, terms, and how each is fetched. The build writes it from THE table of
 * shared modules (packages/build/src/shared-modules.mjs, provided-modules-loader.mjs); what stands here is its type.
 */
export const providedModules: NonNullable<Parameters<typeof createInstance>[0]['shared']> = {};
