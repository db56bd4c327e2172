import { startTestCluster } from './test-cluster';

declare global {
  var skeinTestCluster: Awaited<ReturnType<typeof startTestCluster>> | undefined;
}

/** Jest calls it once, before the first test file that runs on servers. */
export default async function globalSetup(): Promise<void> {
  globalThis.skeinTestCluster = await startTestCluster();
}
