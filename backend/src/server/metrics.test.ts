import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findRepositoryRoot } from '#platform/env/repository-root';
import { renderMetrics, type MetricSources } from './metrics';

const folder = mkdtempSync(join(tmpdir(), 'skein-metrics-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const everything: MetricSources = {
  requests: { '2xx': 7 },
  waiting: 0,
  pools: { app: { totalCount: 3, waitingCount: 1 } },
  isSendingPaused: true,
  backupFolder: folder,
};
const exported = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]));

it('exports every figure that an alert asks for', async () => {
  const names = exported(await renderMetrics(everything));
  const alerts = readFileSync(join(findRepositoryRoot(), 'deploy', 'alerts.yml'), 'utf8');
  const rules = [...alerts.matchAll(/^ +expr: (.*)$/gm)].map((match) => match[1] as string);
  expect(rules.length).toBe([...alerts.matchAll(/- alert: /g)].length);
  const asked = rules.flatMap((rule) => rule.match(/\b(?:skein|process)_[a-z_]+/g) ?? []);
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter((name) => !names.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([]);
});

it('says in the runbook what each alert is for', () => {
  const alerts = readFileSync(join(findRepositoryRoot(), 'deploy', 'alerts.yml'), 'utf8');
  const runbook = readFileSync(join(findRepositoryRoot(), 'docs', 'operating', 'watch.md'), 'utf8');
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map((match) => match[1] as string);
  expect(names.filter((name) => !runbook.includes(`\`${name}\``))).toEqual([]);
});

it('tells the moment of the newest whole backup, and 0 while there is none', async () => {
  expect(await renderMetrics(everything)).toContain('\nskein_backup_timestamp_seconds 0\n');
  for (const name of [
    '2026-11-22T02-30-00-000Z',
    '2026-11-23T02-30-00-500Z',
    '.making-2026-11-24T02-30-00-000Z',
    'lost',
  ])
    mkdirSync(join(folder, name));
  expect(await renderMetrics(everything)).toContain(
    `\nskein_backup_timestamp_seconds ${Date.parse('2026-11-23T02:30:00.500Z') / 1000}\n`,
  );
});

it('leaves out what this process does not know', async () => {
  const names = exported(
    await renderMetrics({ ...everything, pools: undefined, isSendingPaused: undefined, backupFolder: undefined }),
  );
  expect([...names]).not.toContain('skein_sending_paused');
  expect([...names]).not.toContain('skein_database_waiting');
  expect([...names]).toContain('skein_event_loop_delay_seconds');
});
