import { spawnSync } from 'node:child_process';

/** A process and its children are gone at once, as with their machine. */
export function killWithChildren(pid: number): void {
  const children =
    spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .stdout?.split('\n')
      .map(Number)
      .filter(Boolean) ?? [];
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      /* it went with its parent */
    }
  }
}
