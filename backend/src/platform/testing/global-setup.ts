import { startTestCluster } from './test-cluster';

declare global {
   
  var skeinTestCluster: Awaited<ReturnType<typeof startTestCluster>> | undefined;
}

/** Jest calls it once, before the first test file that runs on servers. */
export default async function globalSetup(): Promise<void> {
  const cluster = await startTestCluster();
  globalThis.skeinTestCluster = cluster;
  // Jest's workers inherit the environment, which is the only way to hand them something.
  process.env['SKEIN_TEST_POSTGRES'] = cluster.adminUrl;
}
