import type { BulkRunKind, HeldRun } from '#platform/bulk-runs/bulk-run';
import { SkeinError } from '#platform/http/skein-error';
import { IntegrationError } from '#platform/integrations/integration-access';
import type { Who } from '#access/access.api';
import { addBlockEntries } from '#leads/leads.api';
import * as store from './account-imports.store';
import * as leads from './imported-leads.store';
import { sourceNames, type AccountSource } from './account-source';
import { importLeadsPage } from './import-leads-page';
import { importKeyContext, openSource, topic, type ImportDeps } from './open-source';
import { setUpCampaign } from './set-up-campaign';

/** Where an import is in the other account. What it has of each campaign is kept with the campaign. */
type ImportPlace = { stage: 'BLOCK_LIST' | 'MAILBOXES' | 'CAMPAIGNS'; cursor: string | null };

const messageOf = (error: unknown): string | null =>
  error instanceof IntegrationError ? error.message.slice(0, 500) : null;

/** Imports from other products, a page at a time. A page may be read again: what it brings is there once. */
export const accountImportRun: BulkRunKind<ImportDeps> = {
  kind: 'ACCOUNT_IMPORT',
  topics: { progress: [topic], end: [topic] },
  attempts: 25,
  refusalOf: (error) =>
    error instanceof IntegrationError && error.kind !== 'RATE' && error.kind !== 'LATER' ? messageOf(error) : null,
  troubleOf: messageOf,
  brokeOff: (_, error) => messageOf(error) ?? 'The import stopped. What was imported stays. Resume to import the rest.',
  // The person who resumes it enters the key again.
  onEnd: (sql, { workspace_id, run_id }) => store.putKey(workspace_id, sql, { runId: run_id, sealed: null }),
  async perform(deps, held) {
    const { workspace_id: workspaceId, run_id: runId } = held.run;
    const [row] = await deps.db.tenantSql(workspaceId, (sql) => store.findImports(workspaceId, sql, { runId }));
    if (!row?.key_sealed) throw new Error(`The import of run ${runId} has no key.`);
    const who: Who = { workspaceId, userId: row.created_by ?? 0, role: 'OWNER', client: null };
    const source = openSource(deps, row.source, deps.vault.open(row.key_sealed, importKeyContext(workspaceId)));
    for (;;) {
      held.signal.throwIfAborted();
      const place = (held.run.place as ImportPlace | null) ?? firstPlace(row);
      const page = { deps, held, who, row, source, cursor: place.cursor };
      if (place.stage === 'BLOCK_LIST') await takeBlockList(page);
      else if (place.stage === 'MAILBOXES') await takeMailboxes(page);
      else if (!(await takeCampaign(page))) return;
    }
  },
};

/** First of all the block list: the addresses that no email may go to are known before any lead is here. */
const firstPlace = (row: store.ImportRow): ImportPlace => ({
  stage: row.takes_block_list ? 'BLOCK_LIST' : 'MAILBOXES',
  cursor: null,
});

/** The next page of an import. */
interface ImportPage {
  deps: ImportDeps;
  held: HeldRun;
  who: Who;
  row: store.ImportRow;
  source: AccountSource;
  cursor: string | null;
}

async function takeBlockList({ deps, held, who, row, source, cursor }: ImportPage): Promise<void> {
  const { rows, next } = await source.blocked(cursor);
  const { added } = await addBlockEntries(deps, who, {
    entries: rows,
    source: 'upload',
    reason: `Block list of ${sourceNames[row.source]}`,
  });
  await held.commit(async () => ({
    counts: { blocked: added },
    place: { stage: next === null ? 'MAILBOXES' : 'BLOCK_LIST', cursor: next },
  }));
}

async function takeMailboxes({ held, who, row, source, cursor }: ImportPage): Promise<void> {
  const { rows, next } = await source.mailboxes(cursor);
  const unique = [...new Map(rows.map((box) => [box.email, box])).values()].filter((box) => box.email.length <= 320);
  await held.commit(async (sql) => {
    await store.putItems(
      who.workspaceId,
      sql,
      { importId: row.id, source: row.source, kind: 'MAILBOX' },
      unique.map(store.mailboxItem),
    );
    return { place: { stage: next === null ? 'CAMPAIGNS' : 'MAILBOXES', cursor: next } };
  });
}

/**
 * One page of the campaign that is next; false when none is left. What is wrong with one campaign leaves it out, with
 * its cause, and the others come in.
 */
async function takeCampaign(page: ImportPage): Promise<boolean> {
  const { deps, held, who, row, source } = page;
  const { workspaceId } = who;
  const item = await deps.db.tenantSql(workspaceId, (sql) => store.findNextItem(workspaceId, sql, row.id));
  if (!item) return false;
  const { commit } = held;
  try {
    if (item.phase === 'SETUP') await setUpCampaign(deps, who, { row, item, source, commit });
    else if (item.phase === 'SENT') await takeSent(page, item);
    else await importLeadsPage(deps, who, { from: row.source, item, source, commit });
  } catch (error) {
    const isRefused = error instanceof IntegrationError && error.kind === 'REFUSED';
    if (!isRefused && !(error instanceof SkeinError)) throw error;
    await held.commit(async (sql) => {
      await store.writeItem(workspaceId, sql, item.id, { state: 'FAILED', error: error.message });
      return {};
    });
  }
  return true;
}

/** What was sent is read to its end before the first lead comes in, so that no lead stands before a step that it had. */
async function takeSent({ held, who, source }: ImportPage, item: store.ItemRow): Promise<void> {
  const { rows, next } = await source.sent(item.external_id, item.cursor);
  const known = rows.filter((row) => row.email.length <= 320 && !Number.isNaN(Date.parse(row.at)));
  await held.commit(async (sql) => {
    await leads.addSent(who.workspaceId, sql, item.id, known);
    await store.writeItem(who.workspaceId, sql, item.id, {
      cursor: next,
      ...(next === null ? { phase: 'LEADS' as const } : {}),
    });
    return {};
  });
}
