import type { UserId } from '@skein/contracts/ids';
import { providerOfHost } from '@skein/contracts/mail-providers';
import type { MailboxImportOutcome } from '@skein/contracts/main/mailbox-imports.contract';
import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';
import type { BulkRunKind, BulkRunStep, HeldRun } from '#platform/bulk-runs/bulk-run';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { installationUses, serversOf } from '../connections/connect-mailbox';
import { secretContext } from '../connections/mailbox-grants';
import { insertMailbox, type NewMailbox } from '../connections/insert-mailbox.store';
import { connectionRules } from '../connections/mailboxes.deps';
import { findInstallationUse } from '../connections/mailboxes.store';
import { tryConnection } from '../connections/try-connection';
import {
  findConnected,
  findSealedRows,
  markConnected,
  tagImported,
  warmImported,
  writeOutcomes,
  type RowOutcome,
  type SealedRow,
} from './import-rows.store';
import { rulesOf } from './import-rules';
import { endRows, findImports, type MailboxImportRecord } from './mailbox-imports.store';
import { importRowContext } from './mailbox-import-view';
import { readImportRow, type ImportedMailbox, type ReadRules, type ReadyRow } from './read-import-row';

/** Logins at once: providers refuse more from one address. */
const usualParallel = 8;
const page = 100;

interface Login {
  /** Logins at once. */
  parallel?: number;
  /** Replaces the login, to measure everything else. */
  tryLogin?: typeof tryConnection;
}

interface Taken {
  record: MailboxImportRecord;
  who: Who;
  rules: ReadRules;
  held: HeldRun;
}

/**
 * Settles every row that has no outcome, `parallel` at once: a row is settled together with its mailbox, so a row
 * without one was not connected.
 */
async function importMailboxes(
  deps: MainDeps,
  held: HeldRun,
  { parallel = usualParallel, tryLogin = tryConnection }: Login,
) {
  const { workspace_id: workspaceId, run_id: runId } = held.run;
  const taken = await deps.db.tenantSql(workspaceId, async (sql): Promise<Taken> => {
    const [record] = await findImports(workspaceId, sql, { creatorId: null, runId });
    if (!record) throw new Error(`The import of run ${runId} is gone.`);
    const who: Who = { ...record.who, workspaceId };
    return { record, who, held, rules: await rulesOf(sql, who, record.mapping, record.options) };
  });
  const { id } = taken.record;
  let queue: SealedRow[] = [];
  let after = 0;
  let reading: Promise<void> | null = null;
  let isEnd = false;
  const refill = () =>
    (reading ??= deps.db
      .tenantSql(workspaceId, (sql) => findSealedRows(workspaceId, sql, id, { after, limit: page, pending: true }))
      .then((rows) => {
        queue.push(...rows);
        after = rows.at(-1)?.row_number ?? after;
        isEnd = rows.length < page;
        reading = null;
      }));
  let isBroken = false;
  const worker = async () => {
    for (;;) {
      held.signal.throwIfAborted();
      if (isBroken) return;
      if (queue.length === 0 && !isEnd) await refill();
      const row = queue.shift();
      if (row) await settleRow(deps, taken, row, tryLogin);
      else if (isEnd) return;
    }
  };
  const results = await Promise.allSettled(
    Array.from({ length: parallel }, () =>
      worker().catch((error: unknown) => {
        isBroken = true;
        queue = [];
        throw error;
      }),
    ),
  );
  const broken = results.find((result) => result.status === 'rejected');
  if (broken) throw broken.reason;
}

/** Imports of mailboxes: the rows of a file that have no outcome yet are tried with their logins. */
export const kindOfImports = (login: Login = {}): BulkRunKind<MainDeps> => ({
  kind: 'MAILBOX_IMPORT',
  actsAsStarter: true,
  topics: { progress: ['mailboxes'], end: ['mailboxes', 'me'] },
  oneAtATime: true,
  brokeOff: () => 'The import stopped. Connected mailboxes stay. Try again for the rest.',
  onEnd: (sql, run) => endRows(run.workspace_id, sql, run),
  perform: (deps, held) => importMailboxes(deps, held, login),
});
export const mailboxImportRun = kindOfImports();

type Ending = Pick<RowOutcome, 'cause' | 'fix'> & { outcome: MailboxImportOutcome };

async function settleRow(deps: MainDeps, taken: Taken, row: SealedRow, tryLogin: typeof tryConnection): Promise<void> {
  const { workspace_id: workspaceId, id } = taken.record;
  const cells = JSON.parse(deps.vault.open(row.sealed, importRowContext(workspaceId, id, row.row_number))) as string[];
  const read = readImportRow(cells, taken.rules);
  const tell = (email: string | null, ending: Ending) =>
    taken.held.commit(async (sql) => {
      await writeOutcomes(workspaceId, sql, id, [{ row_number: row.row_number, email, ...ending }]);
      return progressOf(ending.outcome);
    });
  if (read.kind === 'wrong') return tell(read.email, { outcome: 'INVALID', cause: read.cause, fix: read.fix });
  const { mailbox } = read.row;
  const isThere = await deps.db.tenantSql(workspaceId, (sql) => findConnected(workspaceId, sql, mailbox.from_email));
  if (isThere !== null) return tell(read.email, alreadyConnected);
  const use = await findInstallationUse(deps.db, workspaceId, mailbox.from_email);
  if (use) return tell(read.email, usedByInstallation(use));
  const report = await tryLogin(
    serversOf(
      mailbox,
      { kind: 'password', password: mailbox.password },
      { kind: 'password', password: mailbox.imap_password || mailbox.password },
    ),
    connectionRules(deps.config),
  );
  const refusal = refusalOf(report);
  if (refusal) return tell(read.email, refusal);
  try {
    let isNew = false;
    await taken.held.commit(async (sql) => {
      isNew = await connect(deps, sql, { taken, row: read.row, rowNumber: row.row_number });
      return isNew ? progressOf('CONNECTED') : {};
    });
    if (!isNew) await tell(read.email, alreadyConnected);
  } catch (error) {
    if (!(error instanceof SkeinError) || error.code !== 'LIMIT_REACHED') throw error;
    await tell(read.email, {
      outcome: 'LIMIT_REACHED',
      cause: error.message,
      fix: 'Make room, then try the rows that failed again.',
    });
  }
}

const alreadyConnected: Ending = {
  outcome: 'ALREADY_CONNECTED',
  cause: 'This mailbox is connected already. Nothing about it was changed.',
  fix: 'Open it to change its password or servers.',
};

const usedByInstallation = (use: keyof typeof installationUses): Ending => ({
  outcome: 'INVALID',
  cause: `This mailbox ${installationUses[use]}, so it can’t send.`,
  fix: 'Use a mailbox of your own.',
});

/** What is written of a login that failed: cause and way out in our words, never the server's own, which may repeat what it was sent. */
function refusalOf(report: ConnectionReport): Ending | null {
  const [protocol, result] = !report.smtp.ok ? (['SMTP', report.smtp] as const) : (['IMAP', report.imap] as const);
  if (result.ok) return null;
  const both = !report.smtp.ok && !report.imap.ok ? 'SMTP and IMAP' : protocol;
  return {
    outcome: result.code === 'CREDENTIALS' ? 'LOGIN_REFUSED' : 'NOT_REACHED',
    cause: `${both}: ${result.cause ?? 'The login failed.'}`,
    fix: result.fix,
  };
}

const progressOf = (outcome: MailboxImportOutcome): BulkRunStep => ({ done: 1, counts: { [outcome]: 1 } });

/** A row of an import that is ready to connect. */
interface RowToConnect {
  taken: Taken;
  row: ReadyRow;
  rowNumber: number;
}

/** Writes the mailbox of a row and the row's outcome; false when its address was connected meanwhile. */
async function connect(
  deps: MainDeps,
  sql: SqlClient,
  { taken: { record, who }, row: { mailbox, tagNames, warmup }, rowNumber }: RowToConnect,
): Promise<boolean> {
  const { workspaceId } = who;
  const at = new Date(deps.campaignClock.now());
  const secrets = [
    { kind: 'smtp', text: mailbox.password },
    ...(mailbox.imap_password ? [{ kind: 'imap', text: mailbox.imap_password }] : []),
  ];
  const id = await insertMailbox(workspaceId, sql, newMailbox(mailbox, who.userId, at), (mailboxId) =>
    secrets.map(({ kind, text }) => ({
      kind,
      sealed: deps.vault.seal(text, secretContext(workspaceId, mailboxId, kind)),
    })),
  );
  if (id === null) return false;
  await tagImported(workspaceId, sql, id, { ids: record.options.tag_ids, names: tagNames });
  if (warmup) await warmImported(workspaceId, sql, { mailboxId: id, warmup, at });
  await markConnected(workspaceId, sql, { importId: record.id, rowNumber, mailboxId: id, at });
  return true;
}

const newMailbox = (given: ImportedMailbox, userId: UserId, at: Date): NewMailbox => ({
  from_name: given.from_name,
  from_email: given.from_email,
  type: given.type,
  auth_method: 'PASSWORD',
  smtp_host: given.smtp_host,
  smtp_port: given.smtp_port,
  smtp_port_type: given.smtp_port_type,
  smtp_username: given.username,
  imap_host: given.imap_host,
  imap_port: given.imap_port,
  imap_port_type: given.imap_port_type,
  imap_username: given.imap_username || given.username,
  files_sent_mail: providerOfHost(given.smtp_host).filesSentMail,
  message_per_day: given.message_per_day,
  min_time_to_wait_minutes: given.min_time_to_wait_minutes,
  time_zone: given.time_zone,
  signature: given.signature,
  bcc_email: given.bcc_email,
  different_reply_to_address: given.different_reply_to_address,
  custom_tracking_domain: given.custom_tracking_domain,
  client_id: given.client_id,
  created_by: userId,
  created_at: at,
  starts_gently: given.starts_gently,
});
