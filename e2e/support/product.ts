import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { serviceNames } from '@skein/contracts/endpoint';
import { end, findFreePort, waitUntilReady } from './start-program';

/** What the sandbox tells of itself in demo.json. */
export interface Demo {
  url: string;
  email: string;
  password: string;
  api_key: string;
  smtp: { host: string; port: number };
  imap: { host: string; port: number };
  mailboxes: { email: string; password: string }[];
  /** Exist and are connected nowhere. */
  free_mailboxes: { email: string; password: string }[];
}

export interface Product {
  demo: Demo;
  dataFolder: string;
  /** Ends the process that was started here, by its id, and removes its data. */
  stop: () => Promise<void>;
}

/** The checkout around a folder: benches run this file bundled, from a folder of their own. */
function checkoutOf(folder: string): string {
  if (existsSync(join(folder, 'lerna.json'))) return folder;
  if (dirname(folder) === folder) throw new Error(`${__dirname} is in no checkout.`);
  return checkoutOf(dirname(folder));
}
const root = checkoutOf(__dirname);
/**
 * Starts the built product with all its services on a free port and with data of its own, and waits until it is ready.
 * @param options.timeScale seconds of campaign time in a real second
 * @param options.logFile where its log goes; nowhere if not given
 */
export async function startProduct(options: {
  timeScale: number;
  dataFolder?: string;
  logFile?: string;
}): Promise<Product> {
  const program = join(root, 'backend', 'dist', 'main.cjs');
  if (!existsSync(program)) throw new Error('There is no build: run "npm run build" first.');
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'skein-e2e-'));
  const port = await findFreePort();
  // The same product once more in parts: the pages and every service on a port of its own.
  const parts = await Promise.all(
    ['web', ...serviceNames].map(async (name): Promise<[string, number]> => [name, await findFreePort()]),
  );
  writeFileSync(join(dataFolder, portsFile), JSON.stringify(Object.fromEntries(parts)));
  const log = options.logFile === undefined ? 'ignore' : openSync(options.logFile, 'w');
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--disable-warning=ExperimentalWarning', program, '--target=all'],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SKEIN_MODE: 'sandbox',
        SKEIN_TIME_SCALE: String(options.timeScale),
        PORT: String(port),
        SKEIN_DATA: dataFolder,
        DATABASE_URL: '',
        // On a machine that has other work a request waits, and is not refused.
        DATABASE_WAIT_SECONDS: '600',
        SERVICE_PORTS: parts.map(([name, each]) => `${name}=${each}`).join(','),
      },
      stdio: ['ignore', log, 'pipe'],
    },
  );
  if (typeof log === 'number') closeSync(log);
  let complaints = '';
  child.stderr?.on('data', (text: Buffer) => {
    complaints += text.toString();
  });
  const stop = async () => {
    await end(child);
    if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child, port, () => complaints.trim());
  } catch (error) {
    await stop();
    throw error;
  }
  return { demo: readDemo(dataFolder), dataFolder, stop };
}

/** Resolves when the demo's month is made: until then its workspace lives in that past. Other workspaces wait for nothing. */
export async function waitForHistory(demo: Demo = readDemo()): Promise<void> {
  for (let history = await readHistory(demo); history.state !== 'done'; history = await readHistory(demo)) {
    if (history.state === 'failed') throw new Error(history.text);
    await new Promise((next) => setTimeout(next, 500));
  }
}

async function readHistory({ url, api_key: key }: Demo): Promise<{ state: string; text: string }> {
  const answer = await fetch(new URL('/api/sandbox/time', url), { headers: { 'x-api-key': key } });
  // A product that makes its history may be too busy to tell of it.
  if (!answer.ok) return { state: 'unknown', text: `The product answered ${answer.status}.` };
  return ((await answer.json()) as { data: { history: { state: string; text: string } } }).data.history;
}

export function readDemo(dataFolder: string | undefined = process.env['SKEIN_E2E_DATA']): Demo {
  if (!dataFolder) throw new Error('The product was not started: run the journeys through e2e/playwright.config.ts.');
  return JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8')) as Demo;
}

const portsFile = 'service-ports.json';

/** The port of each service, and of the pages (`web`) that talk to them there. */
export const readPorts = (dataFolder = process.env['SKEIN_E2E_DATA'] as string): Record<string, number> =>
  JSON.parse(readFileSync(join(dataFolder, portsFile), 'utf8')) as Record<string, number>;
