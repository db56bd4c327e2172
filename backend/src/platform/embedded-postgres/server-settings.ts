import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

export interface ServerSettings {
  port: number;
  maxConnections: number;
  /** false only for tests: a crash may lose or damage everything */
  durable: boolean;
}

/** The `-c` parameters of the server, sized to the machine's memory. Only loopback is listened on. */
export function serverParameters(settings: ServerSettings): string[] {
  const memory = totalmem() / MEGABYTE;
  const sharedBuffers = Math.round(Math.min(1024, Math.max(128, memory / 8)));
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port: settings.port,
    unix_socket_directories: '',
    max_connections: settings.maxConnections,
    shared_buffers: `${settings.durable ? sharedBuffers : 128}MB`,
    effective_cache_size: `${Math.round(Math.max(256, memory / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_duration_statement: settings.durable ? 1000 : -1,
    // Statements may carry addresses and sealed secrets; the log keeps their text but never their parameters.
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    idle_in_transaction_session_timeout: '5min',
    ...(settings.durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
