import { userInfo, hostname } from 'node:os';
import { join } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { realClock } from '#platform/clock/clock';
import { createKeyedHash, loadMasterKey } from '#platform/crypto/master-key';
import { createVault, type Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import type { PlatformEnvironment } from '#platform/env/env';
import { isOfSandbox } from '#platform/instance/instance.store';
import { createJobQueue } from '#platform/jobs/job-queue';
import type { StoredFiles } from '#platform/storage/disk-store';
import type { Operator, OperatorDeps } from '#identity/identity.api';

/** What a command works with. */
export interface CommandContext {
  deps: OperatorDeps;
  operator: Operator;
  say: (text: string) => void;
  /** The installation's files. */
  files: StoredFiles;
  /** Seals what belongs to the installation. */
  vault: Vault;
  /** Words after the command. */
  given: string[];
  options: Record<string, string | boolean | undefined>;
}

export interface Command {
  /** How it is called, and what it does: one line of the usage each. */
  usage: string;
  does: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** @throws Error or SkeinError whose message is printed */
  run(context: CommandContext): Promise<void>;
}

/** The vault of the installation's master key. */
export const commandVault = (environment: PlatformEnvironment): Vault =>
  createVault(
    loadMasterKey({
      file: environment.masterKeyFile ?? join(environment.dataFolder, 'secrets', 'master.key'),
      create: false,
    }),
  );

/** What the operator's actions need, from the database and the master key alone: no service is started. */
export async function commandDeps(environment: PlatformEnvironment, database: Database): Promise<OperatorDeps> {
  const masterKey = loadMasterKey({
    file: environment.masterKeyFile ?? join(environment.dataFolder, 'secrets', 'master.key'),
    create: false,
  });
  return {
    db: database,
    jobs: createJobQueue(),
    realClock,
    hashSecret: createKeyedHash(masterKey, 'secret'),
    config: {
      publicUrl: environment.publicUrl,
      trackingUrl: environment.trackingUrl,
      // The mode is the database's: these commands read the same variables, but run in neither mode.
      isSandbox: await isOfSandbox(database),
      mailPrivateHosts: environment.mailPrivateHosts,
      systemMail: { from: '', smtpUrl: '', needsTls: true },
      operators: environment.operators,
      signUp: environment.signUp,
      contact: environment.operatorContact ?? null,
    },
  };
}

/** Who acts, as the log of operators names them. */
export const commandLineOperator = (): Operator => ({
  actor: `command line (${userInfo().username}@${hostname()})`,
});

/** `1 lead continues`, `2 leads continue`. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** A word that the command needs. @throws Error that says how the command is called */
export function required(value: string | boolean | undefined, name: string, usage: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new Error(`${name} is missing: npm run operator -- ${usage}`);
  return value.trim();
}

/** The id of a workspace. @throws Error */
export function workspaceId(text: string | undefined, usage: string): number {
  const id = Number(required(text, 'The id of the workspace', usage));
  if (!Number.isInteger(id) || id <= 0)
    throw new Error(`"${text}" is not the id of a workspace: "npm run operator -- workspaces" lists them.`);
  return id;
}

/** Rows in columns as wide as their longest text. */
export function printTable(say: (text: string) => void, head: string[], rows: string[][]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  for (const row of [head, ...rows])
    say(
      row
        .map((text, column) => text.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    );
}
