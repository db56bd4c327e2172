import type { WorkspaceId } from '@skein/contracts/ids';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHmac, randomBytes } from 'node:crypto';
import { createRandomToken } from '#platform/crypto/random-token';
import { hashPassword } from '#platform/crypto/passwords';
import { keyContext } from '#identity/identity.api';
import type { MainDeps } from '#main/deps';
import { unconnectedMailboxes, type SandboxMail } from '../sandbox-mail';
import { sandboxStateStore } from '../sandbox-state.store';
import { presentOf } from './begin-history';
import { demoStore } from './demo.store';

/** What `$SKEIN_DATA/demo.json` tells. Stable over restarts. */
export interface DemoFile {
  url: string;
  email: string;
  password: string;
  api_key: string;
  /** The sandbox's servers speak in the clear, on loopback alone. */
  smtp: { host: string; port: number; security: 'none' };
  imap: { host: string; port: number; security: 'none' };
  /** Connected, with 200 sends a day free. */
  mailboxes: { email: string; password: string }[];
  /** They exist at the mail servers and the demo connects them nowhere: for people to connect. */
  free_mailboxes: { email: string; password: string }[];
}

interface DemoState {
  email: string;
  sealedPassword: string;
  workspaceId: WorkspaceId;
  sealedApiKey: string;
  sealedMailboxPassword: string;
  /** What passwords of mailboxes that are free to connect are made from; demos from before it have one password for all. */
  sealedFreeSecret?: string;
}

const email = 'maya@northlight.test';
/** For people to try campaigns with; nothing else sends from them. */
export const freeMailboxes = ['rosa', 'dan', 'lena', 'amir', 'eva', 'jon'].map((name) => `${name}@getnorthlight.test`);

export interface DemoAccount {
  file: DemoFile;
  workspaceId: WorkspaceId;
  mailboxPassword: string;
}

/** The demo's people and keys: made once, kept sealed, shown in a file that only the owner of the data may read. */
export async function ensureDemoAccount(options: {
  main: MainDeps;
  mail: SandboxMail;
  dataFolder: string;
  publicUrl: string;
}): Promise<DemoAccount> {
  const { main, mail, publicUrl } = options;
  const states = sandboxStateStore(main.db);
  const seal = (text: string, name: string) => main.vault.seal(text, `demo:${name}`).toString('base64');
  const open = (text: string, name: string) => main.vault.open(Buffer.from(text, 'base64'), `demo:${name}`);
  let state = await states.read<DemoState>('demo');
  if (!state) {
    const password = `demo-${randomBytes(6).toString('hex')}`;
    const apiKey = createRandomToken('skein_');
    const workspaceId = await demoStore(main.db).createWorkspace({
      workspace: 'Northlight Growth',
      email,
      name: 'Maya Lindqvist',
      passwordHash: await hashPassword(password),
      historyUntil: new Date(presentOf(main)),
      apiKey: (id) => ({
        hash: main.hashSecret(apiKey),
        sealed: main.vault.seal(apiKey, keyContext(id)),
        lastFour: apiKey.slice(-4),
      }),
    });
    state = {
      email,
      workspaceId,
      sealedPassword: seal(password, 'password'),
      sealedApiKey: seal(apiKey, 'api-key'),
      sealedMailboxPassword: seal(`mail-${randomBytes(6).toString('hex')}`, 'mailboxes'),
      sealedFreeSecret: seal(randomBytes(16).toString('hex'), 'free-mailboxes'),
    };
    await states.write('demo', state);
  }
  const mailboxPassword = open(state.sealedMailboxPassword, 'mailboxes');
  const withPassword = (address: string) => ({ email: address, password: mailboxPassword });
  const secret = state.sealedFreeSecret === undefined ? null : open(state.sealedFreeSecret, 'free-mailboxes');
  // Each has its own: the screen tells it to whoever may connect it, and it must not open a mailbox that somebody else has connected.
  const free = unconnectedMailboxes.map((address) =>
    secret === null ? withPassword(address) : { email: address, password: ownPassword(secret, address) },
  );
  const file: DemoFile = {
    url: publicUrl,
    email: state.email,
    password: open(state.sealedPassword, 'password'),
    api_key: open(state.sealedApiKey, 'api-key'),
    smtp: { ...mail.mail.smtp, security: 'none' },
    imap: { ...mail.mail.imap, security: 'none' },
    mailboxes: freeMailboxes.map(withPassword),
    free_mailboxes: free,
  };
  for (const mailbox of free) await mail.mail.createMailbox(mailbox);
  // What demos from before have opens what they have connected as well: it stands in the file alone.
  mail.offer(secret === null ? [] : free);
  return { file, workspaceId: state.workspaceId, mailboxPassword };
}

const ownPassword = (secret: string, address: string): string =>
  `mail-${createHmac('sha256', secret).update(address).digest('hex').slice(0, 12)}`;

/** Write to a temporary file and rename it, so no reader sees half a file. */
export async function writeDemoFile(dataFolder: string, file: DemoFile): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  const path = join(dataFolder, 'demo.json');
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}
