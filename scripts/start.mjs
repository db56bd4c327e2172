// `npm start`: from a fresh clone to a running Skein with its sandbox world, with nothing but Node and git installed.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

import { checkNode, installIfNeeded, Refusal, root } from './lib/install.mjs';
import { build, generateIfNeeded } from './lib/prepare.mjs';

const begin = Date.now();
const seconds = () => `${((Date.now() - begin) / 1000).toFixed(1).padStart(6)} s`;
const say = (text) => console.log(`${seconds()}  ${text}`);

/** The words for the modules whose start takes long enough to be noticed. */
const STEPS = {
  secrets: 'Starting the services',
  postgres: 'Starting the database',
  database: 'Bringing the database up to date',
  'sandbox:mail': 'Opening the sandbox world',
  'sandbox:demo': 'Making the demo workspace',
};

async function main() {
  checkNode();
  const port = readPort();
  const dataFolder = resolve(process.env.INIT_CWD ?? process.cwd(), process.env.SKEIN_DATA || join(root, 'data'));
  await checkPort(port);
  say('Checking the packages');
  if (installIfNeeded()) say('The packages are installed');
  if (generateIfNeeded()) say('The database client is generated');
  say('Building what changed');
  for (const note of await build()) say(note);
  await runServer(port, dataFolder);
}

function readPort() {
  const given = process.env.PORT || '3000';
  const port = Number(given);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Refusal(`PORT is "${given}": set it to a number from 1 to 65535.`);
}

/** Looked at first, so that nobody waits for a build to learn it. The server looks again for itself. */
function checkPort(port) {
  return new Promise((done, refuse) => {
    const probe = createServer();
    probe.once('error', (error) => {
      if (error.code === 'EADDRINUSE')
        refuse(
          new Refusal(
            `Port ${port} is taken by another program: stop it, or choose another one with PORT=${port + 1} npm start.`,
          ),
        );
      else if (error.code === 'EACCES')
        refuse(
          new Refusal(`Your user may not listen on port ${port}: choose one above 1023, for example with PORT=3000.`),
        );
      else refuse(error);
    });
    probe.listen(port, process.env.HOST || '127.0.0.1', () => probe.close(done));
  });
}

/** Runs the server as a child that stops by itself when this process is gone, and prints the screen when it is ready. */
function runServer(port, dataFolder) {
  return new Promise((done) => {
    const child = fork(join(root, 'backend', 'dist', 'main.cjs'), ['--target=all'], {
      cwd: root,
      execArgv: ['--enable-source-maps', '--disable-warning=ExperimentalWarning'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SKEIN_MODE: 'sandbox',
        PORT: String(port),
        SKEIN_DATA: dataFolder,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let isReady = false;
    let isStopping = false;
    child.on('message', (message) => {
      if (message.step && STEPS[message.step]) say(STEPS[message.step]);
      if (message.listening)
        void waitUntilReady(message.listening).then(() => {
          isReady = true;
          if (!isStopping) printScreen(message.listening, dataFolder);
        });
    });
    // In a terminal Ctrl-C reaches the child as well; it takes the second signal as the same one.
    const stop = (signal) => {
      if (!isStopping) console.log(`\n${seconds()}  Stopping`);
      isStopping = true;
      if (child.exitCode === null) child.kill(signal);
    };
    process.on('SIGINT', () => stop('SIGINT'));
    process.on('SIGTERM', () => stop('SIGTERM'));
    process.on('SIGHUP', () => stop('SIGTERM'));
    child.on('exit', (code, signal) => {
      if (isStopping && code === 0) say('Stopped. Everything is kept; start again at any time.');
      else if (isReady)
        console.error(
          `Skein ended unexpectedly (${signal ?? `code ${code}`}): the details are in ${join(dataFolder, 'logs', 'skein.log')}.`,
        );
      process.exitCode = isStopping && code === 0 ? 0 : 1;
      done();
    });

    async function waitUntilReady(listening) {
      let said = '';
      for (;;) {
        if (child.exitCode !== null || isStopping) return;
        const answer = await fetch(`http://${localAddress()}:${listening}/health/ready`)
          .then((response) => response.json())
          .catch(() => undefined);
        if (answer?.ok) return;
        const waiting = Object.values(answer?.data?.waiting ?? {})[0];
        if (waiting && waiting !== said) say(`Waiting: ${waiting}`);
        said = waiting ?? said;
        await new Promise((next) => setTimeout(next, 250));
      }
    }
  });
}

const localAddress = () =>
  ['', '0.0.0.0', '::', undefined].includes(process.env.HOST) ? '127.0.0.1' : process.env.HOST;

function printScreen(port, dataFolder) {
  const demo = readDemo(dataFolder);
  const database = process.env.DATABASE_URL
    ? 'the PostgreSQL of DATABASE_URL'
    : `${join(dataFolder, 'postgres')} (an embedded PostgreSQL)`;
  const lines = [
    '',
    `  Skein is ready after ${seconds().trim()}.`,
    '',
    `  Address        ${demo?.url ?? `http://localhost:${port}`}`,
    ...(demo
      ? [
          `  Demo login     ${demo.email}`,
          `                 ${demo.password}`,
          `  API key        in ${join(dataFolder, 'demo.json')}`,
        ]
      : []),
    '',
    `  Data           ${dataFolder}`,
    `  Database       ${database}`,
    `  Logs           ${join(dataFolder, 'logs')}`,
    '',
    '  Sandboxed      No mail leaves this machine. Prospects, mail servers, DNS, payments and domain sellers are simulated',
    '                 here and labelled so. Campaign time runs fast; the banner on top of the screen changes its speed.',
    ...(demo
      ? [
          `                 Sandbox mail: SMTP ${demo.smtp?.host}:${demo.smtp?.port}, IMAP ${demo.imap?.host}:${demo.imap?.port}`,
        ]
      : []),
    '',
    '  For real       npm run start:production   (what it needs: README.md, "Running it for real")',
    '',
    '  Ctrl-C stops everything and keeps all data.',
    '',
  ];
  console.log(lines.join('\n'));
}

function readDemo(dataFolder) {
  try {
    return JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
