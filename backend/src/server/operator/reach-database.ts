import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { findRunningServer } from '#platform/embedded-postgres/find-running-server';
import type { PlatformEnvironment } from '#platform/env/env';

/** The database of DATABASE_URL, the embedded one that runs, or the embedded one started for the moment. */
export async function reachDatabase(
  environment: PlatformEnvironment,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (environment.databaseUrl) return { url: environment.databaseUrl, close: async () => undefined };
  const running = findRunningServer(environment.dataFolder);
  if (running) return { url: running, close: async () => undefined };
  const server = await startEmbeddedPostgres({ dataFolder: environment.dataFolder });
  return { url: server.url, close: () => server.stop() };
}
