import { SkeinError } from '../../../../../platform/http/skein-error';
import { IntegrationError } from '../../../../../platform/integrations/integration-access';
import type { Who } from '../../access/access.api';
import { addBlockEntries } from '../../leads/leads.api';
import * as store from './account-imports.store';
import * as leads from './imported-leads.store';
import { sourceNames, type AccountSource } from './account-source';
import { importLeadsPage } from './import-leads-page';
import { importKeyContext, openSource, topic, type ImportDeps } from './open-source';
import { setUpCampaign } from './set-up-campaign';

/** Runs an import to its end, a page at a time; each page may be repeated. */
export async function runAccountImport(
  deps: ImportDeps,
  { workspaceId, importId }: { workspaceId: number; importId: number },
  context: { signal: AbortSignal; isLastAttempt: boolean },
): Promise<void> {
  for (;;) {
    const [row] = await deps.db.tenantSql(workspaceId, (sql) => store.findImports(workspaceId, sql, importId));
    if (row?.state !== 'RUNNING' || row.key_sealed === null || context.signal.aborted) return;
    const who: Who = { workspaceId, userId: row.created_by ?? 0, role: 'OWNER', client: null };
    try {
      const source = openSource(deps, row.source, deps.vault.open(row.key_sealed, importKeyContext(workspaceId)));
      if (row.stage === 'BLOCK_LIST') await takeBlockList(deps, who, row, source);
      else if (row.stage === 'MAILBOXES') await takeMailboxes(deps, who, row, source);
      else await takeCampaign(deps, who, row, source);
    } catch (error) {
      if (!(error instanceof IntegrationError)) throw error;
      const isOver = (error.kind !== 'RATE' && error.kind !== 'LATER') || context.isLastAttempt;
      await write(deps, workspaceId, importId, {
        error: { code: error.code, text: error.message },
        ...(isOver ? { state: 'FAILED' as const, finishedAt: new Date(deps.realClock.now()) } : {}),
      });
      if (isOver) return;
      throw error;
    }
  }
}

const write = (
  deps: ImportDeps,
  workspaceId: number,
  importId: number,
  change: Parameters<typeof store.writeImport>[3],
): Promise<void> =>
  deps.db.tenantSql(workspaceId, async (sql) => {
    await store.writeImport(workspaceId, sql, importId, change);
    await deps.live.publish(sql, workspaceId, [topic]);
  });

/** First of all: who must not be mailed is known before any lead is here. */
async function takeBlockList(deps: ImportDeps, who: Who, row: store.ImportRow, source: AccountSource): Promise<void> {
  const { rows, next } = await source.blocked(row.cursor);
  const { added } = await addBlockEntries(deps, who, {
    entries: rows,
    source: 'upload',
    reason: `Block list of ${sourceNames[row.source]}`,
  });
  await write(deps, who.workspaceId, row.id, {
    counts: { ...row.counts, blocked: (row.counts['blocked'] ?? 0) + added },
    cursor: next,
    error: null,
    ...(next === null ? { stage: 'MAILBOXES' as const } : {}),
  });
}

async function takeMailboxes(deps: ImportDeps, who: Who, row: store.ImportRow, source: AccountSource): Promise<void> {
  const { rows, next } = await source.mailboxes(row.cursor);
  const unique = [...new Map(rows.map((box) => [box.email, box])).values()].filter((box) => box.email.length <= 320);
  await deps.db.tenantSql(who.workspaceId, (sql) =>
    store.putItems(
      who.workspaceId,
      sql,
      { importId: row.id, source: row.source, kind: 'MAILBOX' },
      unique.map(store.mailboxItem),
    ),
  );
  await write(deps, who.workspaceId, row.id, {
    cursor: next,
    error: null,
    ...(next === null ? { stage: 'CAMPAIGNS' as const } : {}),
  });
}

/** One page of the campaign that is next. What is wrong with one campaign leaves it out, with its cause, and the others come in. */
async function takeCampaign(deps: ImportDeps, who: Who, row: store.ImportRow, source: AccountSource): Promise<void> {
  const { workspaceId } = who;
  const item = await deps.db.tenantSql(workspaceId, (sql) => store.findNextItem(workspaceId, sql, row.id));
  if (!item) {
    await write(deps, workspaceId, row.id, {
      state: 'DONE',
      error: null,
      finishedAt: new Date(deps.realClock.now()),
    });
    return;
  }
  try {
    if (item.phase === 'SETUP') await setUpCampaign(deps, who, { row, item, source });
    else if (item.phase === 'SENT') await takeSent(deps, who, item, source);
    else await importLeadsPage(deps, who, { from: row.source, item, source });
  } catch (error) {
    const isRefused = error instanceof IntegrationError && error.kind === 'REFUSED';
    if (!isRefused && !(error instanceof SkeinError)) throw error;
    await deps.db.tenantSql(workspaceId, (sql) =>
      store.writeItem(workspaceId, sql, item.id, { state: 'FAILED', error: error.message }),
    );
  }
  await deps.db.tenantSql(workspaceId, (sql) => deps.live.publish(sql, workspaceId, [topic]));
}

/** What was sent is read to its end before the first lead comes in, so that no lead stands before a step that it had. */
async function takeSent(deps: ImportDeps, who: Who, item: store.ItemRow, source: AccountSource): Promise<void> {
  const { rows, next } = await source.sent(item.external_id, item.cursor);
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await leads.addSent(
      who.workspaceId,
      sql,
      item.id,
      rows.filter((row) => row.email.length <= 320 && !Number.isNaN(Date.parse(row.at))),
    );
    await store.writeItem(who.workspaceId, sql, item.id, {
      cursor: next,
      ...(next === null ? { phase: 'LEADS' as const } : {}),
    });
  });
}
