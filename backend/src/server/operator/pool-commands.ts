import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { noteOperatorAction } from '#main/main.api';
import { tryConnection } from '#mailboxes/mailboxes.api';
import {
  addPoolMailbox,
  disablePoolMailbox,
  listPool,
  removePoolMailbox,
  type PoolDeps,
} from '#services/warmup/warmup-pool';
import { printTable, required, type Command, type CommandContext } from './command';

const addUsage =
  'add-pool-mailbox EMAIL --name NAME --smtp-host HOST --imap-host HOST --password-file FILE [--pool NAME] [--smtp-port 465] [--smtp-security TLS|STARTTLS] [--imap-port 993] [--imap-security TLS|STARTTLS]';
const option = { type: 'string' } as const;
const usualPorts = { smtp: 465, imap: 993 };

/** @throws Error that says how the command is called */
function readEmail(text: string | undefined, usage: string): string {
  const read = z
    .email()
    .max(254)
    .safeParse(required(text, 'The address of the mailbox', usage).toLowerCase());
  if (!read.success) throw new Error(`"${text}" is not an email address: npm run operator -- ${usage}`);
  return read.data;
}

/**
 * Where a mailbox is reached by one protocol. The names of securities are those of the mailbox form: SSL is TLS from
 * the first byte, TLS is STARTTLS.
 */
function readServer(options: CommandContext['options'], protocol: 'smtp' | 'imap') {
  const host = required(options[`${protocol}-host`], `--${protocol}-host`, addUsage).slice(0, 253);
  const port = Number(options[`${protocol}-port`] ?? usualPorts[protocol]);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`--${protocol}-port must be 1 to 65535.`);
  const security = options[`${protocol}-security`] ?? 'TLS';
  if (security !== 'TLS' && security !== 'STARTTLS') throw new Error(`--${protocol}-security must be TLS or STARTTLS.`);
  return { host, port, portType: security === 'TLS' ? ('SSL' as const) : ('TLS' as const) };
}

const poolDeps = ({ deps, vault }: CommandContext): PoolDeps => ({
  db: deps.db,
  realClock: deps.realClock,
  vault,
  isSandbox: deps.config.isSandbox,
  mailPrivateHosts: deps.config.mailPrivateHosts ?? [],
  tryConnection,
  noteOperator: noteOperatorAction,
});

/** The outside pool: mailboxes of the installation with which every mailbox that warms up exchanges emails. */
export const poolCommands: Record<string, Command> = {
  'add-pool-mailbox': {
    usage: addUsage,
    does: 'takes a mailbox into the warmup pool, once sending and reading work; the password is the first line of FILE (- for the input)',
    options: {
      name: option,
      pool: option,
      'password-file': option,
      'smtp-host': option,
      'smtp-port': option,
      'smtp-security': option,
      'imap-host': option,
      'imap-port': option,
      'imap-security': option,
    },
    async run(context) {
      const { say, given, options } = context;
      const email = readEmail(given[0], addUsage);
      const name = required(options['name'], '--name', addUsage).slice(0, 120);
      const servers = { smtp: readServer(options, 'smtp'), imap: readServer(options, 'imap') };
      const file = required(options['password-file'], '--password-file', addUsage);
      const password = readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/, 1)[0] ?? '';
      if (password === '') throw new Error('The password file is empty.');
      const pool = (typeof options['pool'] === 'string' ? options['pool'].trim() : '').slice(0, 60) || 'Pool';
      await addPoolMailbox(poolDeps(context), context.operator.actor, { email, name, pool, servers, password });
      say(`${email} is in the warmup pool “${pool}”.`);
    },
  },
  pool: {
    usage: 'pool',
    does: 'lists the mailboxes of the warmup pool',
    async run({ deps, say }) {
      const rows = await listPool(deps);
      if (rows.length === 0) return say(`The pool is empty: npm run operator -- ${addUsage}`);
      printTable(
        say,
        ['Address', 'Name', 'Pool', 'SMTP', 'IMAP', 'State'],
        rows.map((row) => [
          row.email,
          row.name,
          row.pool,
          `${row.servers.smtp.host}:${row.servers.smtp.port}`,
          `${row.servers.imap.host}:${row.servers.imap.port}`,
          row.is_active ? (row.is_sandbox ? 'stand-in' : 'active') : 'disabled',
        ]),
      );
    },
  },
  'disable-pool-mailbox': {
    usage: 'disable-pool-mailbox EMAIL',
    does: 'sends a mailbox of the pool no more warmup emails; add-pool-mailbox takes it in again',
    async run(context) {
      const email = readEmail(context.given[0], 'disable-pool-mailbox EMAIL');
      await disablePoolMailbox(poolDeps(context), context.operator.actor, email);
      context.say(`${email} gets no more warmup emails.`);
    },
  },
  'remove-pool-mailbox': {
    usage: 'remove-pool-mailbox EMAIL',
    does: 'deletes a mailbox of the pool with its password; figures of emails that it got stay',
    async run(context) {
      const email = readEmail(context.given[0], 'remove-pool-mailbox EMAIL');
      await removePoolMailbox(poolDeps(context), context.operator.actor, email);
      context.say(`${email} is deleted from the pool.`);
    },
  },
};
