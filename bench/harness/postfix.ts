import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bench } from './bench';
import { freePort, untilListening } from './nginx';
import { startSink } from './sending-load';

export interface PostfixRelay {
  /** The master process; all others are below it. */
  pid: number;
  version: string;
  /** Hands in ready mails over 20 connections and waits until all of them were relayed. */
  relay(count: number, mail: string): Promise<void>;
}

const daemons = '/usr/lib/postfix/sbin';
const folders = [
  'active',
  'bounce',
  'corrupt',
  'defer',
  'deferred',
  'flush',
  'hold',
  'incoming',
  'pid',
  'private',
  'saved',
  'trace',
  'maildrop',
  'public',
];
/** The services that a relay needs, none in a chroot. */
const services = `
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

/** The ids of Postfix's user, or null where there is none. */
function idsOf(user: string): [number, number] | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${user}:`))
    ?.split(':');
  return line ? [Number(line[2]), Number(line[3])] : null;
}

/** Writes its configuration and an empty queue; it listens at `port` and relays to `target`. */
function configure(
  root: string,
  ids: [number, number],
  { port, target }: { port: number; target: number },
): { config: string; queue: string } {
  const [config, queue, data] = ['config', 'queue', 'data'].map((name) => {
    mkdirSync(join(root, name));
    return join(root, name);
  }) as [string, string, string];
  chownSync(data, ...ids);
  for (const name of folders) {
    mkdirSync(join(queue, name), { mode: name === 'public' ? 0o710 : name === 'maildrop' ? 0o730 : 0o700 });
    if (name !== 'pid') chownSync(join(queue, name), ...ids);
  }
  writeFileSync(
    join(config, 'main.cf'),
    Object.entries({
      compatibility_level: '3.6',
      queue_directory: queue,
      data_directory: data,
      daemon_directory: daemons,
      command_directory: '/usr/sbin',
      mail_owner: 'postfix',
      setgid_group: 'postdrop',
      myhostname: 'relay.northlight.test',
      mydestination: '',
      inet_interfaces: '127.0.0.1',
      inet_protocols: 'ipv4',
      mynetworks: '127.0.0.0/8',
      relayhost: `[127.0.0.1]:${target}`,
      alias_maps: '',
      alias_database: '',
      local_recipient_maps: '',
      smtp_tls_security_level: 'none',
      smtpd_tls_security_level: 'none',
      disable_dns_lookups: 'yes',
      maillog_file: join(root, 'log'),
      maillog_file_prefixes: root,
      default_destination_concurrency_limit: '20',
      initial_destination_concurrency: '20',
      smtpd_client_connection_count_limit: '0',
    })
      .map(([name, value]) => `${name} = ${value}`)
      .join('\n') + '\n',
  );
  writeFileSync(join(config, 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd${services}`);
  return { config, queue };
}

/**
 * A Postfix of its own that relays everything to one server: its own configuration and queue, as it comes otherwise. Null where it is not
 * installed or we are not root, whom its master needs.
 */
export async function startPostfix(bench: Bench, target: number): Promise<PostfixRelay | null> {
  const ids = idsOf('postfix');
  if (!existsSync(join(daemons, 'master')) || process.getuid?.() !== 0 || !ids) return null;
  const version = execFileSync('postconf', ['-d', '-h', 'mail_version']).toString().trim();
  const port = await freePort();
  const root = mkdtempSync(join(tmpdir(), 'skein-bench-postfix-'));
  chmodSync(root, 0o755);
  bench.cleanUp(() => rmSync(root, { recursive: true, force: true }));
  const { config, queue } = configure(root, ids, { port, target });
  const master = spawn(join(daemons, 'master'), ['-c', config, '-d'], {
    stdio: 'ignore',
    env: { ...process.env, MAIL_CONFIG: config },
  });
  bench.cleanUp(async () => {
    master.kill();
    if (master.exitCode === null && master.signalCode === null) await once(master, 'exit');
  });
  await untilListening(port);
  const { port: control } = await startSink(bench, 'smtp-load.mjs');
  const socket = createConnection(control, '127.0.0.1');
  bench.cleanUp(() => socket.destroy());
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  const file = join(root, 'mail');
  const filesBelow = (folder: string): number =>
    readdirSync(folder, { withFileTypes: true }).reduce(
      (sum, entry) => sum + (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : 1),
      0,
    );
  return {
    pid: master.pid as number,
    version,
    async relay(count, mail) {
      writeFileSync(file, mail, 'latin1');
      socket.write(`${port} 20 ${count} ${file}\n`);
      const answer = JSON.parse(String((await answers.next()).value)) as { error?: string };
      if (answer.error) throw new Error(`Postfix did not take the mails: ${answer.error}`);
      const since = performance.now();
      while (['incoming', 'active'].some((name) => filesBelow(join(queue, name)) > 0)) {
        if (performance.now() - since > 60_000)
          throw new Error(
            `Postfix has not relayed everything in a minute: ${readFileSync(join(root, 'log'), 'utf8').slice(-500)}`,
          );
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      if (filesBelow(join(queue, 'deferred')) > 0)
        throw new Error(`Postfix put mails off: ${readFileSync(join(root, 'log'), 'utf8').slice(-500)}`);
    },
  };
}
