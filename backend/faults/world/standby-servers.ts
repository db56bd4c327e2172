import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#platform/embedded-postgres/server-process';
import { chooseSystemUser } from '#platform/embedded-postgres/system-user';
import { ask, until } from './ask-until';
import { killWithChildren } from './kill-with-children';

export interface Server {
  folder: string;
  port: number;
  child: ChildProcess;
}

/** PostgreSQL servers of a folder of their own, run by the programs of the system. @param programs their folder */
export function createServers(programs: string) {
  const user = chooseSystemUser();
  const base = mkdtempSync(join(tmpdir(), 'skein-standby-'));
  if (user) chownSync(base, user.uid, user.gid);
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  // Not synchronously: the proxies between the servers live in this process.
  const call = (program: string, parameters: string[]) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(join(programs, program), parameters, {
        ...as,
        cwd: base,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { LC_ALL: 'C', TZ: 'UTC' },
      });
      let words = '';
      child.stderr.on('data', (chunk: Buffer) => {
        words += chunk.toString();
      });
      child.once('error', reject);
      child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} failed: ${words}`))));
    });
  let count = 0;
  const servers: Server[] = [];
  const start = async (folder: string): Promise<Server> => {
    const port = await findFreePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: 200,
      wal_level: 'replica',
      max_wal_senders: 10,
      hot_standby: 'on',
      timezone: 'UTC',
    };
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...as, cwd: base, stdio: 'ignore', env: { LC_ALL: 'C', TZ: 'UTC' } },
    );
    const server = { folder, port, child };
    servers.push(server);
    await until(`PostgreSQL answers in ${folder}`, () => ask(port, 'select 1 as value'));
    return server;
  };
  const nextFolder = () => {
    count += 1;
    return join(base, `server-${count}`);
  };
  const kill = (server: Server) => killWithChildren(server.child.pid as number);
  // Servers of their own outlive an interrupted lane otherwise.
  const killAll = () => {
    for (const server of servers) kill(server);
  };
  return { base, call, start, nextFolder, kill, killAll };
}

/** Parameters of pg_basebackup: a copy of the server at a port, which follows it. */
export const copyOf = (port: number, folder: string): string[] => [
  '-D',
  folder,
  '-R',
  '-X',
  'stream',
  '-c',
  'fast',
  '-h',
  '127.0.0.1',
  '-p',
  String(port),
  '-U',
  'skein',
  '--no-sync',
];
