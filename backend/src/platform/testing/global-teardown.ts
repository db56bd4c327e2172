import { rm } from 'node:fs/promises';

/** Stops the server of `global-setup.ts` and removes its folder. */
export default async function globalTeardown(): Promise<void> {
  const cluster = globalThis.skeinTestCluster;
  if (!cluster) return;
  await cluster.server.stop();
  await rm(cluster.folder, { recursive: true, force: true });
}
