import { monitorEventLoopDelay } from 'node:perf_hooks';

import { renderRequestFigures } from '#platform/http/request-figures';
import { newestBackup } from '#platform/backup/newest-backup';

/** Where the figures of `/metrics` come from; what a process does not have yet, or at all, is undefined. */
export interface MetricSources {
  /** answered requests by status class */
  requests: Record<string, number>;
  /** modules that cannot work now */
  waiting: number;
  pools: Record<string, { totalCount: number; waitingCount: number }> | undefined;
  isSendingPaused: boolean | undefined;
  /** folder of backups by the clock */
  backupFolder: string | undefined;
}

type Kind = 'gauge' | 'counter';
type Values = [labels: string, value: number][];

const loop = monitorEventLoopDelay({ resolution: 10 });
loop.enable();

/** Seconds that a timer came late since the figures were read last: what every request waited for. */
function readLoopDelay(): Values {
  const delays = [0.5, 0.99, 1].map((share): [string, number] => [
    `{quantile="${share}"}`,
    Math.max(0, (share === 1 ? loop.max : loop.percentile(share * 100)) / 1e9 - 0.01),
  ]);
  loop.reset();
  return delays;
}

/** Prometheus' text format. `deploy/alerts.yml` names what of it to wake somebody for. */
export async function renderMetrics(sources: MetricSources): Promise<string> {
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const lines: string[] = [];
  const add = (name: string, type: Kind, help: string, values: Values) => {
    lines.push(
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...values.map(([labels, value]) => `${name}${labels} ${value}`),
    );
  };
  add('process_uptime_seconds', 'gauge', 'Seconds since the process started.', [['', process.uptime()]]);
  add('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', memory.rss]]);
  add('process_heap_used_bytes', 'gauge', 'Used heap.', [['', memory.heapUsed]]);
  add('process_cpu_seconds_total', 'counter', 'CPU time of the process.', [['', (cpu.user + cpu.system) / 1e6]]);
  add('skein_event_loop_delay_seconds', 'gauge', 'How late timers came since the last reading.', readLoopDelay());
  add('skein_modules_waiting', 'gauge', 'Parts of the process that cannot work now.', [['', sources.waiting]]);
  const answers = Object.entries(sources.requests);
  add(
    'skein_http_answers_total',
    'counter',
    'Answers by class of status.',
    answers.map(([kind, count]) => [`{class="${kind}"}`, count]),
  );
  if (sources.pools) {
    const pools = Object.entries(sources.pools);
    const each = (read: (pool: { totalCount: number; waitingCount: number }) => number): Values =>
      pools.map(([name, pool]) => [`{pool="${name}"}`, read(pool)]);
    add(
      'skein_database_connections',
      'gauge',
      'Open connections of a pool.',
      each((pool) => pool.totalCount),
    );
    add(
      'skein_database_waiting',
      'gauge',
      'Callers that wait for a connection.',
      each((pool) => pool.waitingCount),
    );
  }
  if (sources.isSendingPaused !== undefined)
    add('skein_sending_paused', 'gauge', '1 while nothing is sent until an operator confirms the installation.', [
      ['', Number(sources.isSendingPaused)],
    ]);
  if (sources.backupFolder !== undefined)
    add('skein_backup_timestamp_seconds', 'gauge', 'When the newest backup of BACKUP_FOLDER was made; 0 for none.', [
      ['', (await newestBackup(sources.backupFolder)) / 1000],
    ]);
  return `${[...lines, ...renderRequestFigures()].join('\n')}\n`;
}
