import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#platform/embedded-postgres/server-process';
import { chooseSystemUser } from '#platform/embedded-postgres/system-user';
import { wait } from './fault';

export interface Bouncer {
  version: string;
  /** The same database through the pooler. */
  through(url: string): string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** A PgBouncer before a PostgreSQL. @throws Error that says what to install */
export async function startBouncer(server: string, mode: 'session' | 'transaction'): Promise<Bouncer> {
  const asked = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  if (asked.status !== 0) throw new Error('This lane needs PgBouncer (Debian: apt-get install pgbouncer).');
  const address = new URL(server);
  const user = chooseSystemUser();
  const folder = mkdtempSync(join(tmpdir(), 'skein-bouncer-'));
  const port = await findFreePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${address.hostname} port=${address.port} user=${decodeURIComponent(address.username)} password=${decodeURIComponent(address.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 150
max_client_conn = 500
server_reset_query = DISCARD ALL
ignore_startup_parameters = extra_float_digits,options
`,
    { mode: 0o600 },
  );
  if (user) for (const path of [folder, settings]) chownSync(path, user.uid, user.gid);
  const child = spawn('pgbouncer', ['-q', settings], {
    cwd: folder,
    stdio: 'ignore',
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  for (const end = Date.now() + 20_000; !(await answers()); await wait(50))
    if (Date.now() > end || child.exitCode !== null) throw new Error('PgBouncer did not start.');
  return {
    version: asked.stdout.split('\n')[0] ?? '',
    port,
    pid: child.pid as number,
    through(url) {
      const changed = new URL(url);
      changed.port = String(port);
      return changed.href;
    },
    async stop() {
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
