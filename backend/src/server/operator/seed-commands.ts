import { readFileSync } from 'node:fs';
import { readSeedFile } from '@skein/contracts/smart-delivery/seed-file';
import { z } from 'zod';
import { systemLookUp } from '#platform/dns-reputation/look-up';
import { noteOperatorAction } from '#main/main.api';
import { mostSeedsAtOnce, seedGrant } from '@skein/contracts/smart-delivery/seed-shapes';
import {
  asOperator,
  connectSeed,
  connectSeeds,
  listSeeds,
  removeSeed,
  switchSeed,
  type ConnectDeps,
} from '#services/smart-delivery/seeds';
import { printTable, required, type Command, type CommandContext } from './command';

const addUsage =
  'add-seed EMAIL --host HOST --password-file FILE | --grant-file FILE [--provider NAME] [--region NAME] [--kind personal|business] [--port 993] [--security TLS|STARTTLS] [--workspace ID]';
const option = { type: 'string' } as const;

/** @throws Error that says how the command is called */
function readAddress(text: string | undefined, usage: string): string {
  const read = z
    .email()
    .max(254)
    .safeParse(required(text, 'The address of the seed', usage).toLowerCase());
  if (!read.success) throw new Error(`"${text}" is not an email address: npm run operator -- ${usage}`);
  return read.data;
}

function readPort(text: string | boolean | undefined): number {
  const port = Number(text ?? 993);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port ${String(text)}: must be 1 to 65535.`);
  return port;
}

function readKind(text: string | boolean | undefined): 'personal' | 'business' {
  if (text === undefined || text === 'personal') return 'personal';
  if (text === 'business') return 'business';
  throw new Error(`--kind ${String(text)}: must be personal or business.`);
}

function readWorkspace(text: string | boolean | undefined): number | null {
  if (text === undefined) return null;
  const id = Number(text);
  if (!Number.isInteger(id) || id < 1) throw new Error(`--workspace ${String(text)}: must be the ID of a workspace.`);
  return id;
}

/** The password is the first line of its file; the grant of an OAuth client is JSON. @throws Error that says what is missing */
function readLogin(options: CommandContext['options']) {
  const textOf = (file: string) => readFileSync(file === '-' ? 0 : file, 'utf8');
  const grantFile = options['grant-file'];
  if (grantFile === undefined) {
    const password = textOf(required(options['password-file'], '--password-file', addUsage)).split(/\r?\n/, 1)[0] ?? '';
    if (password === '') throw new Error('The password file is empty.');
    return { password };
  }
  const names = 'token_url, client_id, client_secret and refresh_token';
  try {
    return { oauth: seedGrant.parse(JSON.parse(textOf(String(grantFile)))) };
  } catch {
    throw new Error(`${String(grantFile)} must be JSON with ${names}.`);
  }
}

const keeperOf = ({ operator }: CommandContext) => asOperator({ noteOperator: noteOperatorAction }, operator.actor);

const seedDeps = ({ deps, vault }: CommandContext): ConnectDeps => ({
  db: deps.db,
  realClock: deps.realClock,
  vault,
  isSandbox: deps.config.isSandbox,
  mailPrivateHosts: deps.config.mailPrivateHosts ?? [],
  noteOperator: noteOperatorAction,
  lookUp: systemLookUp(),
});

/** Seeds are mailboxes that placement tests write to and look into. They belong to the installation and never send. */
export const seedCommands: Record<string, Command> = {
  'add-seed': {
    usage: addUsage,
    does: 'connects a mailbox as a seed of placement tests, once its login works; the password is the first line of FILE (- for the input), a grant JSON of an OAuth client; without --provider and --region the MX records tell them, where they do',
    options: {
      provider: option,
      region: option,
      host: option,
      'password-file': option,
      'grant-file': option,
      workspace: option,
      kind: option,
      port: option,
      security: option,
    },
    async run(context) {
      const { say, given, options } = context;
      const text = (name: string) => required(options[name], `--${name}`, addUsage).slice(0, 253);
      const email = readAddress(given[0], addUsage);
      const host = text('host');
      const named = (name: 'provider' | 'region') =>
        options[name] === undefined ? {} : { [name]: text(name).slice(0, 60) };
      const security = options['security'] ?? 'TLS';
      if (security !== 'TLS' && security !== 'STARTTLS') throw new Error('--security must be TLS or STARTTLS.');
      const seed = await connectSeed(seedDeps(context), keeperOf(context), {
        email,
        ...named('provider'),
        ...named('region'),
        host,
        kind: readKind(options['kind']),
        port: readPort(options['port']),
        security,
        workspace_id: readWorkspace(options['workspace']),
        ...readLogin(options),
      });
      const owner = seed.workspace ? `, for workspace ${seed.workspace.id} alone` : '';
      say(`${seed.email} is a seed: ${seed.provider}, ${seed.region}, ${seed.kind}${owner}.`);
    },
  },
  'add-seeds': {
    usage: 'add-seeds FILE',
    does: 'connects the seeds of a CSV file (email, password, host; also region, port, security, provider, kind, workspace_id, and the grant of an OAuth client in place of the password), each once its login works',
    async run(context) {
      const file = required(context.given[0], 'The file', 'add-seeds FILE');
      const rows = readSeedFile(readFileSync(file === '-' ? 0 : file, 'utf8'));
      if (typeof rows === 'string') throw new Error(rows);
      const seeds = rows.flatMap(({ seed }) => seed ?? []);
      if (seeds.length > mostSeedsAtOnce)
        throw new Error(`The file has ${seeds.length} seeds; one call takes at most ${mostSeedsAtOnce}.`);
      const tried = await connectSeeds(seedDeps(context), keeperOf(context), seeds);
      const problems = new Map(tried.map(({ email, problem }) => [email, problem]));
      const failed = rows.flatMap(({ row, email, seed, problem }) => {
        const why = seed ? problems.get(email) : problem;
        return why ? [[String(row), email, why]] : [];
      });
      context.say(`${rows.length - failed.length} of ${rows.length} seeds are connected.`);
      if (failed.length > 0) printTable(context.say, ['Row', 'Address', 'Problem'], failed);
    },
  },
  seeds: {
    usage: 'seeds',
    does: 'lists the seeds of placement tests',
    async run({ deps, say }) {
      const { rows } = await listSeeds(deps, { workspaceId: null });
      if (rows.length === 0) return say(`No seeds yet: npm run operator -- ${addUsage}`);
      printTable(
        say,
        ['Address', 'Provider', 'Region', 'Kind', 'For', 'State', 'Last read', 'Problem'],
        rows.map((row) => [
          row.email,
          row.provider,
          row.region,
          row.kind,
          row.workspace ? `${row.workspace.id} ${row.workspace.name}` : 'all',
          row.is_active && row.is_sandbox ? 'stand-in' : row.state,
          row.checked_at?.slice(0, 16).replace('T', ' ') ?? '',
          row.problem ?? '',
        ]),
      );
    },
  },
  'disable-seed': {
    usage: 'disable-seed EMAIL',
    does: 'takes a seed out of new runs of placement tests; add-seed takes it in again',
    async run(context) {
      const email = readAddress(context.given[0], 'disable-seed EMAIL');
      await switchSeed(seedDeps(context), keeperOf(context), { email }, false);
      context.say(`${email} gets no test emails of new runs.`);
    },
  },
  'remove-seed': {
    usage: 'remove-seed EMAIL',
    does: 'deletes a seed with its password; results that name it stay',
    async run(context) {
      const email = readAddress(context.given[0], 'remove-seed EMAIL');
      await removeSeed(seedDeps(context), keeperOf(context), { email });
      context.say(`${email} is deleted and gets no more test emails.`);
    },
  },
};
