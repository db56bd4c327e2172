import { randomUUID } from 'node:crypto';

import type { Database } from '../db/database';
import { readIdentityFile, writeIdentityFile } from './identity-file';
import {
  acceptTimeline,
  confirmInstance,
  countStart,
  insertInstance,
  pauseSending,
  readInstance,
  readServerFacts,
  withInstanceLocked,
  type InstanceRow,
  type ServerFacts,
} from './instance.store';

/** Why sending was paused at a start (docs/engine.md: a restored or cloned database). */
export type FenceReason =
  | 'IDENTITY_MISSING'
  | 'IDENTITY_DIFFERS'
  | 'SERVER_DIFFERS'
  | 'OLDER_THAN_LAST_START'
  | 'RAN_ELSEWHERE'
  | 'RESTORED';

export const FENCE_EXPLANATIONS: Record<FenceReason, string> = {
  IDENTITY_MISSING:
    'This database belongs to an installation whose identity file is not here: it may be a copy or a backup.',
  IDENTITY_DIFFERS: 'This database belongs to another installation: it may be a copy.',
  SERVER_DIFFERS: 'This database moved to another server, or the server was failed over or restored.',
  OLDER_THAN_LAST_START: 'This database is older than at the last start here: a backup was restored over it.',
  RESTORED: 'A backup was restored into this database: what was sent after it was made is not known here.',
  RAN_ELSEWHERE: 'This database was used by another installation since the last start here.',
};

interface FenceState {
  paused: boolean;
  reason: FenceReason | null;
  explanation: string | null;
  since: Date | null;
}

/** Keeps a restored or cloned database from sending again what the original has sent already. */
export interface SendingFence {
  /** Called once at the start of every process that sends, before it sends. */
  check(): Promise<FenceState>;
  state(): Promise<FenceState>;
  /** The cheap question of the sending lanes; the answer is at most a second old. A standby that took over is noticed here too. */
  isPaused(): Promise<boolean>;
  /** An operator has looked and this installation shall send: it takes the database as its own. */
  confirm(by: string): Promise<FenceState>;
}

export interface SendingFenceOptions {
  database: Database;
  /** SKEIN_DATA, for the identity file */
  dataFolder: string;
  /** SKEIN_INSTANCE_ID: the identity given from outside, where containers have no folder that lasts; no starts are counted then */
  givenIdentity?: string;
  /**
   * What a standby that takes over while processes run does to sending. `pause`, the default, waits for an operator. `resume` is for
   * synchronous replication only, where nothing that was confirmed is lost; a start on another server is paused all the same.
   */
  failover?: 'pause' | 'resume';
  /** ms since any moment, never going back; the process's own if not given */
  elapsed?: () => number;
  /** told by tests that need another server's facts */
  readFacts?: (database: Database) => Promise<ServerFacts>;
}

const ANSWER_AGE = 1_000;
/** ms since this process last saw the old server: after more it is not a failover that it has witnessed, but perhaps a restored backup. */
const WITNESSED = 5 * 60_000;

export function createSendingFence(options: SendingFenceOptions): SendingFence {
  const { database, dataFolder, givenIdentity } = options;
  const readFacts = options.readFacts ?? readServerFacts;
  const elapsed = options.elapsed ?? (() => performance.now());
  const readOutside = () =>
    givenIdentity ? { identity: givenIdentity, starts: undefined } : readIdentityFile(dataFolder);
  let answer: { paused: boolean; at: number } | undefined;
  let seenSame: number | undefined;

  /** Under the lock, because every process sees the failover at the same time. */
  const noteFailover = () =>
    withInstanceLocked(database, async (client, row) => {
      if (!row?.hasChanged || row.pausedReason) return;
      const isWitness = seenSame !== undefined && elapsed() - seenSame < WITNESSED;
      if (options.failover === 'resume' && isWitness) await acceptTimeline(client);
      else await pauseSending(client, 'SERVER_DIFFERS');
    });

  function take(row: InstanceRow | undefined): FenceState {
    if (row && !row.hasChanged) seenSame = elapsed();
    answer = { paused: row === undefined || row.pausedReason !== null, at: elapsed() };
    return toState(row);
  }

  const state = async (): Promise<FenceState> => take(await readInstance(database));

  return {
    state,
    async check() {
      const facts = await readFacts(database);
      await withInstanceLocked(database, async (client, row) => {
        const outside = readOutside();
        if (!row) {
          const identity = outside?.identity ?? randomUUID();
          // Here the file goes first: a row without its file would be a copy, a file without its row is nobody's yet.
          if (!givenIdentity) writeIdentityFile(dataFolder, { identity, starts: 1 });
          return insertInstance(client, identity, facts, 1);
        }
        const reason = findReason(row, outside, facts);
        if (reason) return pauseSending(client, reason);
        if (row.pausedReason) return undefined;
        const write = (starts: number) => {
          if (!givenIdentity) writeIdentityFile(dataFolder, { identity: row.identity, starts });
        };
        // What a killed start left behind is made up for first, so that the file never falls back by two.
        if (outside?.starts !== undefined && outside.starts < row.starts) write(row.starts);
        await countStart(client, row.starts + 1);
        return () => write(row.starts + 1);
      });
      return state();
    },
    async isPaused() {
      if (answer && elapsed() - answer.at < ANSWER_AGE) return answer.paused;
      const row = await readInstance(database);
      if (!row?.hasChanged || row.pausedReason) return take(row).paused;
      await noteFailover();
      return (await state()).paused;
    },
    async confirm(by) {
      const facts = await readFacts(database);
      await withInstanceLocked(database, async (client, row) => {
        // A new identity: the original, should it still run on another copy, stops being this installation.
        const identity = givenIdentity ?? randomUUID();
        const starts = (row?.starts ?? 0) + 1;
        await confirmInstance(client, { identity, facts, starts, by });
        return () => {
          if (!givenIdentity) writeIdentityFile(dataFolder, { identity, starts });
        };
      });
      return state();
    },
  };
}

/**
 * The database has committed a start before the file counts it, both under one lock. So after a kill in between the database is
 * one ahead, which is no reason; behind the file it was restored, further ahead it ran with somebody else's file.
 */
function findReason(
  row: InstanceRow,
  outside: { identity: string; starts: number | undefined } | undefined,
  facts: ServerFacts,
): FenceReason | undefined {
  if (!outside) return 'IDENTITY_MISSING';
  if (outside.identity !== row.identity) return 'IDENTITY_DIFFERS';
  const known = facts.systemIdentifier !== '' && row.systemIdentifier !== '';
  if (known && facts.systemIdentifier !== row.systemIdentifier) return 'SERVER_DIFFERS';
  if (known && facts.timeline !== row.timeline) return 'SERVER_DIFFERS';
  if (facts.databaseName !== row.databaseName) return 'SERVER_DIFFERS';
  if (outside.starts === undefined) return undefined;
  if (row.starts < outside.starts) return 'OLDER_THAN_LAST_START';
  if (row.starts > outside.starts + 1) return 'RAN_ELSEWHERE';
  return undefined;
}

function toState(row: InstanceRow | undefined): FenceState {
  const reason = (row?.pausedReason ?? null) as FenceReason | null;
  return {
    paused: row === undefined || reason !== null,
    reason,
    explanation: reason ? (FENCE_EXPLANATIONS[reason] ?? null) : null,
    since: row?.pausedAt ?? null,
  };
}
