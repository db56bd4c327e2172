import { join } from 'node:path';

import type { ServiceName } from '@skein/contracts/endpoint';
import { EmbeddedPostgresError, explainFileError } from '#platform/embedded-postgres/embedded-postgres-error';
import { EnvironmentError, readPlatformEnvironment, type PlatformEnvironment } from '#platform/env/env';
import { createLog, type Log } from '#platform/log/log';
import { openLogFile } from '#platform/log/open-log-file';
import { createHealthApp } from './health-app';
import { startHttpServer } from './http-server';
import { makeFolder } from './make-folder';
import { selectModules, startModules, type RunningModules } from './module';
import { modules, targets } from './modules';
import { parseTarget } from './parse-target';
import { createServerContext } from './server-context';
import { stopServer } from './stop-server';

/** Errors whose message is the whole story for the person at the screen. */
const EXPLAINED = new Set([
  'ClockError',
  'EmbeddedPostgresError',
  'EnvironmentError',
  'ListenError',
  'MasterKeyError',
  'MigrationError',
  'TargetError',
]);

/** A log file larger than this is set aside (one generation) at the next start. */
const MAXIMUM_LOG_BYTES = 20 * 1024 * 1024;

/** Parses the command line, starts the target's modules and stops them in reverse on SIGTERM, SIGINT or a lost parent. */
async function main(): Promise<void> {
  const target = parseTarget(process.argv.slice(2), Object.keys(targets));
  const environment = readPlatformEnvironment();
  const log = openLog(environment);
  let running: RunningModules | undefined;
  let stopping: Promise<void> | undefined;

  const context = createServerContext({ environment, target, log, progress: (step) => tell({ step }) });
  const http = await startHttpServer({
    port: environment.port,
    host: environment.host,
    log,
    trustedProxies: environment.trustedProxies,
    isHttps: environment.publicUrl.startsWith('https:'),
  });
  context.provide('http', http);
  for (const [name, port] of Object.entries(environment.servicePorts))
    await http.listenFor(name as ServiceName | 'web', port);
  const provided = <Name extends 'database' | 'sendingFence'>(name: Name) => {
    try {
      return context.use(name);
    } catch {
      return undefined;
    }
  };
  http.mount(
    ['/health', '/metrics'],
    createHealthApp({
      target,
      modules: () => running,
      http,
      database: () => provided('database'),
      metricsToken: environment.metricsToken,
      backupFolder: environment.backup?.folder,
      sendingFence: () => provided('sendingFence'),
    }),
  );

  let starting: Promise<RunningModules> | undefined;
  const stop = (cause: string) => {
    stopping ??= (async () => {
      log.info({ cause }, 'stopping');
      await stopServer(http, async () => running ?? (await starting?.catch(() => undefined)));
      log.info({}, 'stopped');
    })().then(() => leave(0), fail);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('the parent process is gone'));
  process.on('unhandledRejection', (error) => log.error({ error }, 'an error that no one handled'));

  try {
    starting = startModules(selectModules(modules, targets[target] as string[]), context);
    running = await starting;
  } catch (error) {
    await http.close();
    log.error({ error }, 'the start failed');
    throw error;
  }
  log.info({ target, port: http.port, mode: environment.mode }, 'all modules are started');
  tell({ listening: http.port });
}

/** In the sandbox the screen belongs to people and lines go to a file; in production they go to standard output. */
function openLog(environment: PlatformEnvironment): Log {
  if (environment.mode === 'production') return createLog({ level: environment.logLevel });
  const folder = join(environment.dataFolder, 'logs');
  try {
    makeFolder(environment.dataFolder, 0o711);
    makeFolder(folder, 0o700);
    const file = join(folder, 'skein.log');
    return createLog({ level: environment.logLevel, destination: openLogFile(file, MAXIMUM_LOG_BYTES) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (error as NodeJS.ErrnoException).code === 'ENOTDIR') {
      throw new EmbeddedPostgresError(
        'NO_PERMISSION',
        `SKEIN_DATA names ${environment.dataFolder}, which is not a folder: set it to one.`,
      );
    }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new EmbeddedPostgresError(
        'NO_PERMISSION',
        `No folder can be made at ${environment.dataFolder}: set SKEIN_DATA to a folder you own.`,
        { cause: error },
      );
    throw explainFileError(error, environment.dataFolder);
  }
}

/** Tells `npm start`, when it is the parent, how far the start has come. */
function tell(message: { step: string } | { listening: number } | { failed: string }): void {
  if (process.connected) process.send?.(message);
}

function leave(code: number): void {
  process.exitCode = code;
  // The parent is not gone then, and the code of a start that failed has to stay.
  process.removeAllListeners('disconnect');
  if (process.connected) process.disconnect();
  // Whatever still holds the loop open (a keep-alive connection, a timer) must not keep the process.
  setTimeout(() => process.exit(code), 500).unref();
}

function fail(error: unknown): void {
  const known = error instanceof Error && EXPLAINED.has(error.name);
  const message = error instanceof Error ? error.message : String(error);
  const text =
    error instanceof EnvironmentError ? `The environment is not right:\n  ${error.problems.join('\n  ')}` : message;
  console.error(known ? text : `Skein could not start: ${text}`);
  if (!known && error instanceof Error && error.stack) console.error(error.stack);
  tell({ failed: text });
  leave(1);
}

main().catch(fail);
