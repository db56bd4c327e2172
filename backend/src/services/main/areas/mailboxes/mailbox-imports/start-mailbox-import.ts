import {
  secretImportFields,
  type MailboxImportField,
  type MailboxImportOptions,
} from '@skein/contracts/main/mailbox-imports.contract';
import { actingText } from '../../../../../platform/audit/acting';
import type { SqlClient } from '../../../../../platform/db/database';
import { invalidField, SkeinError } from '../../../../../platform/http/skein-error';
import type { MainDeps } from '../../../deps';
import { checkClient, scopeOf, type Who } from '../../access/access.api';
import { requireTags } from '../../labels/labels.api';
import { findClientNames, findSealedRows, writeOutcomes, type RowOutcome } from './import-rows.store';
import { importMailboxesJob } from './mailbox-imports.jobs';
import { beginImport, deleteImport, endImport, requeueRows, type MailboxImportRecord } from './mailbox-imports.store';
import { importRowContext, requireImport, toImportView } from './mailbox-import-view';
import { readImportRow, type ReadRules } from './read-import-row';

type StartDeps = Pick<MainDeps, 'db' | 'vault' | 'realClock' | 'live' | 'jobs'>;
export interface StartMailboxImport extends MailboxImportOptions {
  mapping: (MailboxImportField | null)[];
}

/** Begins to connect the rows of an import in the background; what can be told without a login is told at once. @throws SkeinError VALIDATION, ILLEGAL_TRANSITION */
export const startMailboxImport = (deps: StartDeps, who: Who, importId: number, input: StartMailboxImport) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireImport(sql, who, importId, true);
    if (found.status !== 'UPLOADED') throw new SkeinError('ILLEGAL_TRANSITION', 'This import has begun already.');
    const { mapping, ...options } = input;
    checkMapping(mapping, found.columns.length);
    await checkClient(who.workspaceId, sql, options.client_id, scopeOf(who).memberId);
    await requireTags(sql, who, options.tag_ids);
    await beginImport(who.workspaceId, sql, importId, {
      mapping,
      options,
      acting: actingText(),
      // Samples are kept for choosing columns only.
      columns: found.columns.map((column) => ({ ...column, samples: null })),
      at: new Date(deps.realClock.now()),
    });
    await judgeRows(deps, sql, found, await rulesOf(sql, who, mapping, options));
    await enqueue(deps, sql, who, importId);
    return toImportView(await requireImport(sql, who, importId), deps.realClock.now());
  });

/** Tries the rows again that failed, with the passwords they came with. @throws SkeinError ILLEGAL_TRANSITION */
export const retryMailboxImport = (deps: StartDeps, who: Who, importId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireImport(sql, who, importId, true);
    if (found.status === 'UPLOADED' || found.status === 'RUNNING')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This import is not over yet.');
    if ((await requeueRows(who.workspaceId, sql, importId)) === 0)
      throw new SkeinError(
        'ILLEGAL_TRANSITION',
        'No row can be tried again as it is. Download the rows that failed, correct them and send the file.',
      );
    await enqueue(deps, sql, who, importId);
    return toImportView(await requireImport(sql, who, importId), deps.realClock.now());
  });

/** Stops an import between two rows; connected mailboxes stay. One that never began leaves nothing behind. @throws SkeinError ILLEGAL_TRANSITION */
export const cancelMailboxImport = (deps: StartDeps, who: Who, importId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireImport(sql, who, importId, true);
    const at = new Date(deps.realClock.now());
    if (found.status === 'UPLOADED') {
      await deleteImport(who.workspaceId, sql, importId);
      return toImportView({ ...found, status: 'CANCELLED', finished_at: at }, at.getTime());
    }
    if (found.status !== 'RUNNING')
      throw new SkeinError('ILLEGAL_TRANSITION', 'This import is over; there is nothing to stop.');
    await endImport(who.workspaceId, sql, importId, { status: 'CANCELLED', at });
    await deps.live.publish(sql, who.workspaceId, ['mailboxes']);
    return toImportView(await requireImport(sql, who, importId), at.getTime());
  });

async function enqueue(deps: StartDeps, sql: SqlClient, who: Who, importId: number): Promise<void> {
  await deps.jobs.enqueue(
    sql,
    importMailboxesJob,
    { workspaceId: who.workspaceId, importId },
    { queue: `mailbox-import-${who.workspaceId}`, key: `mailbox-import-${importId}` },
  );
  await deps.live.publish(sql, who.workspaceId, ['mailboxes']);
}

function checkMapping(mapping: readonly (MailboxImportField | null)[], columns: number): void {
  if (mapping.length !== columns)
    throw invalidField('mapping', `must have one entry for each of the ${columns} columns`);
  const chosen = mapping.filter((field) => field !== null);
  if (new Set(chosen).size !== chosen.length) throw invalidField('mapping', 'may name each field once');
  if (!chosen.includes('from_email')) throw invalidField('mapping', 'must name the column with the email addresses');
  if (!secretImportFields.some((field) => chosen.includes(field)))
    throw invalidField('mapping', 'must name the column with the passwords');
}

/** How the rows of an import are read. */
export async function rulesOf(
  sql: SqlClient,
  who: Who,
  mapping: ReadRules['mapping'],
  options: MailboxImportOptions,
): Promise<ReadRules> {
  const clients = await findClientNames(who.workspaceId, sql, scopeOf(who).memberId);
  return {
    mapping,
    options,
    clients: new Map([
      ...clients.map(({ id, name }) => [name.toLowerCase(), id] as const),
      ...clients.map(({ id }) => [String(id), id] as const),
    ]),
  };
}

/** Finds the rows that are incomplete or twice in the file. */
async function judgeRows(
  deps: Pick<MainDeps, 'vault'>,
  sql: SqlClient,
  { id, workspace_id: workspaceId, rows_total: limit }: MailboxImportRecord,
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
