import {
  secretImportFields,
  type MailboxImportField,
  type MailboxImportOptions,
} from '@skein/contracts/main/mailbox-imports.contract';
import { deleteRun } from '#platform/bulk-runs/bulk-runs.store';
import { cancelRun, resumeRun } from '#platform/bulk-runs/start-run';
import type { SqlClient } from '#platform/db/database';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkClient, scopeOf, type Who } from '#access/access.api';
import { requireTags } from '#labels/labels.api';
import { findSealedRows, writeOutcomes, type RowOutcome } from './import-rows.store';
import { rulesOf } from './import-rules';
import { mailboxImportRun } from './mailbox-import.run';
import { chooseForImport, recountImport, requeueRows, type MailboxImportRecord } from './mailbox-imports.store';
import { importRowContext, requireImport, toImportView } from './mailbox-import-view';
import { readImportRow, type ReadRules } from './read-import-row';

type StartDeps = Pick<MainDeps, 'db' | 'vault' | 'realClock' | 'live' | 'jobs'>;
export interface StartMailboxImport extends MailboxImportOptions {
  mapping: (MailboxImportField | null)[];
}

/**
 * Begins to connect the rows of an import in the background; what can be told without a login is told at once.
 * @throws SkeinError VALIDATION, ILLEGAL_TRANSITION
 */
export const startMailboxImport = (deps: StartDeps, who: Who, importId: number, input: StartMailboxImport) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireImport(sql, who, importId, true);
    if (found.status !== 'UPLOADED') throw new SkeinError('ILLEGAL_TRANSITION', 'This import has begun already.');
    const { mapping, ...options } = input;
    checkMapping(mapping, found.columns.length);
    await checkClient(who.workspaceId, sql, options.client_id, scopeOf(who).memberId);
    await requireTags(sql, who, options.tag_ids);
    await chooseForImport(who.workspaceId, sql, importId, {
      mapping,
      options,
      // Samples are kept for choosing columns only.
      columns: found.columns.map((column) => ({ ...column, samples: null })),
    });
    await judgeRows(deps, sql, found, await rulesOf(sql, who, mapping, options));
    await recountImport(who.workspaceId, sql, found);
    await resumeRun(deps, sql, mailboxImportRun, found);
    return toImportView(await requireImport(sql, who, importId), deps.realClock.now());
  });

/** Tries the rows again that failed, with the passwords they came with. @throws SkeinError ILLEGAL_TRANSITION */
export const retryMailboxImport = (deps: StartDeps, who: Who, importId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireImport(sql, who, importId, true);
    if (found.status === 'UPLOADED' || found.status === 'RUNNING')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This import is not over yet.');
    if ((await requeueRows(who.workspaceId, sql, found)) === 0)
      throw new SkeinError(
        'ILLEGAL_TRANSITION',
        'No row can be tried again as it is. Download the rows that failed, correct them and send the file.',
      );
    await resumeRun(deps, sql, mailboxImportRun, found);
    return toImportView(await requireImport(sql, who, importId), deps.realClock.now());
  });

/**
 * Stops an import between two rows; connected mailboxes stay. One that never began leaves nothing behind.
 * @throws SkeinError ILLEGAL_TRANSITION
 */
export const cancelMailboxImport = (deps: StartDeps, who: Who, importId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireImport(sql, who, importId, true);
    const now = deps.realClock.now();
    if (found.status === 'UPLOADED') {
      await deleteRun(who.workspaceId, sql, found.run_id);
      return toImportView({ ...found, status: 'CANCELLED', finished_at: new Date(now) }, now);
    }
    if (!(await cancelRun(deps, sql, mailboxImportRun, found)))
      throw new SkeinError('ILLEGAL_TRANSITION', 'This import is over; there is nothing to stop.');
    return toImportView(await requireImport(sql, who, importId), now);
  });

function checkMapping(mapping: readonly (MailboxImportField | null)[], columns: number): void {
  if (mapping.length !== columns)
    throw invalidField('mapping', `must have one entry for each of the ${columns} columns`);
  const chosen = mapping.filter((field) => field !== null);
  if (new Set(chosen).size !== chosen.length) throw invalidField('mapping', 'can use each field only once');
  if (!chosen.includes('from_email')) throw invalidField('mapping', 'must name the column with the email addresses');
  if (!secretImportFields.some((field) => chosen.includes(field)))
    throw invalidField('mapping', 'must name the column with the passwords');
}

/** Finds the rows that are incomplete or twice in the file. */
async function judgeRows(
  deps: Pick<MainDeps, 'vault'>,
  sql: SqlClient,
  { id, workspace_id: workspaceId, total: limit }: MailboxImportRecord,
  rules: ReadRules,
): Promise<void> {
  const first = new Map<string, number>();
  const outcomes = (await findSealedRows(workspaceId, sql, id, { after: 0, limit, pending: true })).map(
    ({ row_number, sealed }): RowOutcome => {
      const cells = JSON.parse(deps.vault.open(sealed, importRowContext(workspaceId, id, row_number))) as string[];
      const read = readImportRow(cells, rules);
      if (read.kind === 'wrong')
        return { row_number, email: read.email, outcome: 'INVALID', cause: read.cause, fix: read.fix };
      const before = first.get(read.email);
      if (before !== undefined)
        return {
          row_number,
          email: read.email,
          outcome: 'DUPLICATE_IN_FILE',
          cause: `The address is in row ${before} already.`,
          fix: 'Keep one of the two rows.',
        };
      first.set(read.email, row_number);
      return { row_number, email: read.email, outcome: null, cause: null, fix: null };
    },
  );
  await writeOutcomes(workspaceId, sql, id, outcomes);
}
