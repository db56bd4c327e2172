import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { noteOperatorAction } from '#main/main.api';
import { connectSeed, listSeeds, removeSeed, switchSeed, type SeedDeps } from '#services/smart-delivery/manage-seeds';
import { printTable, required, type Command, type CommandContext } from './command';

const addUsage =
  'add-seed EMAIL --provider NAME --region NAME --host HOST --password-file FILE [--kind personal|business] [--port 993] [--security TLS|STARTTLS]';
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

const seedDeps = ({ deps, vault }: CommandContext): SeedDeps => ({
  db: deps.db,
  realClock: deps.realClock,
  vault,
  isSandbox: deps.config.isSandbox,
  mailPrivateHosts: deps.config.mailPrivateHosts ?? [],
  noteOperator: noteOperatorAction,
});

/** Seeds are mailboxes that placement tests write to and look into. They belong to the installation and never send. */
export const seedCommands: Record<string, Command> = {
  'add-seed': {
    usage: addUsage,
    does: 'connects a mailbox as a seed of placement tests, once its login works; the password is the first line of FILE (- for the input)',
    options: {
      provider: option,
      region: option,
      host: option,
      'password-file': option,
      kind: option,
      port: option,
      security: option,
    },
    async run(context) {
      const { say, given, options } = context;
      const text = (name: string) => required(options[name], `--${name}`, addUsage).slice(0, 253);
      const email = readAddress(given[0], addUsage);
      const [provider, region, host, file] = [text('provider'), text('region'), text('host'), text('password-file')];
      const security = options['security'] ?? 'TLS';
      if (security !== 'TLS' && security !== 'STARTTLS') throw new Error('--security must be TLS or STARTTLS.');
      const password = readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/, 1)[0] ?? '';
      if (password === '') throw new Error('The password file is empty.');
      const seed = await connectSeed(seedDeps(context), context.operator.actor, {
        email,
        provider: provider.slice(0, 60),
        region: region.slice(0, 60),
        host,
        kind: readKind(options['kind']),
        port: readPort(options['port']),
        security,
        password,
      });
      say(`${seed.email} is a seed: ${seed.provider}, ${seed.region}, ${seed.kind}.`);
    },
  },
  seeds: {
    usage: 'seeds',
    does: 'lists the seeds of placement tests',
    async run({ deps, say }) {
      const { rows } = await listSeeds(deps);
      if (rows.length === 0) return say(`No seeds yet: npm run operator -- ${addUsage}`);
      printTable(
        say,
        ['Address', 'Provider', 'Region', 'Kind', 'State', 'Last read', 'Problem'],
        rows.map((row) => [
          row.email,
          row.provider,
          row.region,
          row.kind,
          row.is_active ? (row.is_sandbox ? 'stand-in' : 'active') : 'disabled',
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
      await switchSeed(seedDeps(context), context.operator.actor, { email }, false);
      context.say(`${email} gets no test emails of new runs.`);
    },
  },
  'remove-seed': {
    usage: 'remove-seed EMAIL',
    does: 'deletes a seed with its password; results that name it stay',
    async run(context) {
      const email = readAddress(context.given[0], 'remove-seed EMAIL');
      await removeSeed(seedDeps(context), context.operator.actor, { email });
      context.say(`${email} is deleted and gets no more test emails.`);
    },
  },
};
