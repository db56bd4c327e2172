import type { WorkspaceId } from '@skein/contracts/ids';
import type { AccountImportView, ImportSource } from '@skein/contracts/main/account-imports.contract';
import { noteInTrail } from '#platform/audit/audit.store';
import { toRunView } from '#platform/bulk-runs/run-view';
import { cancelRun, resumeRun, startRun } from '#platform/bulk-runs/start-run';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';
import { told } from '../connections/integrations';
import { accountImportRun } from './account-import.run';
import * as store from './account-imports.store';
import { sourceNames } from './account-source';
import { linkMailboxes } from './link-mailboxes';
import { importKeyContext, openSource, type ImportDeps } from './open-source';

/** The states of an import have names of their own on the wire. */
const stateOf = ({ status }: store.ImportRow): AccountImportView['state'] =>
  status === 'COMPLETED' ? 'DONE' : status === 'CANCELLED' || status === 'FAILED' ? status : 'RUNNING';

function runFieldsOf(row: store.ImportRow, realNow: number) {
  const { status: _, ...fields } = toRunView(row, realNow);
  return fields;
}

async function views(
  { realClock }: Pick<ImportDeps, 'realClock'>,
  workspaceId: WorkspaceId,
  sql: SqlClient,
  rows: store.ImportRow[],
): Promise<AccountImportView[]> {
  const realNow = realClock.now();
  const items = await store.findItems(
    workspaceId,
    sql,
    rows.map((row) => row.id),
  );
  const addresses = items.flatMap((item) =>
    item.kind === 'MAILBOX' ? [item.external_id] : (item.detail.mailboxes ?? []),
  );
  const here = await store.findMailboxIds(workspaceId, sql, [...new Set(addresses)]);
  return rows.map((row) => {
    const own = items.filter((item) => item.import_id === row.id);
    return {
      ...runFieldsOf(row, realNow),
      id: row.id,
      source: row.source,
      state: stateOf(row),
      is_sandbox: row.is_sandbox,
      hint: row.hint,
      blocked: row.counts['blocked'] ?? 0,
      campaigns: own
        .filter((item) => item.kind === 'CAMPAIGN')
        .map((item) => ({
          id: item.id,
          name: item.name,
          state: item.state,
          source_status: item.detail.status ?? null,
          is_source_paused: item.detail.isPaused === true,
          campaign_id: item.campaign_id,
          steps: item.detail.steps ?? 0,
          counts: item.counts,
          missing_mailboxes: (item.detail.mailboxes ?? []).filter((email) => !here.has(email)),
          notes: item.detail.notes ?? [],
          problem: item.error_text,
        })),
      mailboxes: own
        .filter((item) => item.kind === 'MAILBOX')
        .map((item) => ({
          email: item.external_id,
          name: item.name,
          type: item.detail.type ?? 'SMTP',
          daily_limit: item.detail.dailyLimit ?? null,
          mailbox_id: here.get(item.external_id) ?? null,
        })),
    };
  });
}

export const listAccountImports = (deps: ImportDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    imports: await views(deps, who.workspaceId, sql, await store.findImports(who.workspaceId, sql)),
    sandbox_keys: deps.integrations.sandboxImportKeys,
  }));

/** @throws SkeinError NOT_FOUND */
export const readAccountImport = (
  deps: Pick<ImportDeps, 'db' | 'realClock'>,
  who: Who,
  id: number,
): Promise<AccountImportView> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [view] = await views(deps, who.workspaceId, sql, await store.findImports(who.workspaceId, sql, { id }));
    if (!view) throw notFound('This import');
    return view;
  });

/** @throws SkeinError UPSTREAM, RATE_LIMITED */
export async function previewAccountImport(deps: ImportDeps, who: Who, given: { source: ImportSource; key: string }) {
  const found = await openSource(deps, given.source, given.key)
    .listCampaigns()
    .catch((error: unknown) => {
      throw told(error);
    });
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const ids = found.map((campaign) => campaign.id);
    const imported = await store.findImported(who.workspaceId, sql, given.source, ids);
    return { campaigns: found.map((campaign) => ({ ...campaign, is_imported: imported.has(campaign.id) })) };
  });
}

/** Begins an import. The key is kept sealed until it is over. @throws SkeinError UPSTREAM, VALIDATION, CONFLICT while another one runs */
export async function startAccountImport(
  deps: ImportDeps,
  who: Who,
  given: { source: ImportSource; key: string; campaign_ids: string[]; pause_source: boolean; block_list: boolean },
): Promise<AccountImportView> {
  const { campaigns } = await previewAccountImport(deps, who, given);
  const chosen = [...new Set(given.campaign_ids)].map((id) => {
    const found = campaigns.find((campaign) => campaign.id === id);
    if (!found) throw invalidField('campaign_ids', `name a campaign that the account does not have: ${id}`);
    return { id, name: found.name, detail: { status: found.status } };
  });
  const importId = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await refuseSecond(who, sql, given.source);
    const runId = await startRun(deps, sql, accountImportRun, {
      workspaceId: who.workspaceId,
      createdBy: who.userId,
      total: chosen.length,
    });
    const id = await store.insertImport(who.workspaceId, sql, {
      runId,
      source: given.source,
      sealed: deps.vault.seal(given.key, importKeyContext(who.workspaceId)),
      hint: given.key.slice(-4),
      isSandbox: deps.integrations.isSandbox,
      pauses: given.pause_source,
      blockList: given.block_list,
    });
    await store.putItems(who.workspaceId, sql, { importId: id, source: given.source, kind: 'CAMPAIGN' }, chosen);
    return id;
  });
  return readAccountImport(deps, who, importId);
}

async function refuseSecond(who: Who, sql: SqlClient, source: ImportSource): Promise<void> {
  if ((await store.findRunning(who.workspaceId, sql, source)) !== null)
    throw new SkeinError('CONFLICT', `An import from ${sourceNames[source]} is running. Wait for it, or cancel it.`);
}

/** Goes on where it stopped. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION, CONFLICT, UPSTREAM for a key that is refused */
export async function resumeAccountImport(
  deps: ImportDeps,
  who: Who,
  id: number,
  key: string,
): Promise<AccountImportView> {
  const { source, state, campaigns } = await readAccountImport(deps, who, id);
  const isOver = state === 'DONE' && !campaigns.some((campaign) => campaign.state === 'FAILED');
  if (state === 'RUNNING' || isOver)
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      state === 'RUNNING' ? 'This import is running.' : 'This import is done.',
    );
  await previewAccountImport(deps, who, { source, key });
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await refuseSecond(who, sql, source);
    const row = await requireImport(who, sql, id);
    await store.reopenItems(who.workspaceId, sql, id);
    await store.putKey(who.workspaceId, sql, {
      runId: row.run_id,
      sealed: deps.vault.seal(key, importKeyContext(who.workspaceId)),
    });
    await resumeRun(deps, sql, accountImportRun, row);
    await noteState(who, sql, row, 'RUNNING');
  });
  return readAccountImport(deps, who, id);
}

/** @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION */
export async function cancelAccountImport(deps: ImportDeps, who: Who, id: number): Promise<AccountImportView> {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const row = await requireImport(who, sql, id);
    if (!(await cancelRun(deps, sql, accountImportRun, row)))
      throw new SkeinError('ILLEGAL_TRANSITION', 'This import is not running.');
    await noteState(who, sql, row, 'CANCELLED');
  });
  return readAccountImport(deps, who, id);
}

/** @throws SkeinError NOT_FOUND */
async function requireImport(who: Who, sql: SqlClient, id: number): Promise<store.ImportRow> {
  const [row] = await store.findImports(who.workspaceId, sql, { id });
  if (!row) throw notFound('This import');
  return row;
}

/** A person's own step of an import is an entry of the change history. */
const noteState = (who: Who, sql: SqlClient, row: store.ImportRow, state: AccountImportView['state']) =>
  noteInTrail(who.workspaceId, sql, {
    kind: 'account-import',
    action: 'changed',
    objectId: String(row.id),
    label: row.source,
    changes: { state: [stateOf(row), state] },
  });

/** Puts mailboxes that were connected since into the campaigns that used them. @throws SkeinError NOT_FOUND */
export async function linkImportedMailboxes(deps: ImportDeps, who: Who, id: number): Promise<AccountImportView> {
  await readAccountImport(deps, who, id);
  const items = await deps.db.tenantSql(who.workspaceId, (sql) => store.findItems(who.workspaceId, sql, [id]));
  for (const item of items)
    if (item.campaign_id !== null) await linkMailboxes(deps, who, item.campaign_id, item.detail.mailboxes ?? []);
  return readAccountImport(deps, who, id);
}
