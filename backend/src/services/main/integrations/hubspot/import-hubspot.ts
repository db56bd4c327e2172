import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { z } from 'zod';
import type { HubSpotSettings } from '@skein/contracts/main/hubspot.contract';
import { outcomeTexts } from '@skein/contracts/main/upload-outcomes';
import { IntegrationError } from '#platform/integrations/integration-access';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import { addLeads, requireList } from '#leads/leads.api';
import { connectionFails, connectionWorks, readConnection, type ConnectionRow } from '#notices/notices.api';
import { findRun, insertRun, writeRun } from '../connections/sync-log.store';
import { openHubSpot, type HubSpotSession } from '../connections/hubspot-token';
import { requireConnection, told } from '../connections/integrations';
import { settingsOf } from '../connections/hubspot-rules';
import { contactAnswer } from './hubspot-sender';
import { importHubSpotJob } from './hubspot.jobs';
import { writeLinks } from './hubspot.store';
import { leadOf, mappedProperties, syncedValues } from './map-fields';

export type ImportDeps = Pick<
  MainDeps,
  'db' | 'vault' | 'integrations' | 'realClock' | 'campaignClock' | 'live' | 'jobs' | 'masterKey' | 'config'
>;
interface Target {
  campaign_id: CampaignId | null;
  lead_list_id: number | null;
  hubspot_list_id: string | null;
}

const page = z.object({
  results: z.array(contactAnswer),
  paging: z.object({ next: z.object({ after: z.string() }).optional() }).optional(),
});
const members = z.object({
  results: z.array(z.object({ recordId: z.union([z.string(), z.number()]).transform(String) })),
  paging: z.object({ next: z.object({ after: z.string() }).optional() }).optional(),
});
const found = z.object({
  lists: z.array(
    z.object({
      listId: z.union([z.string(), z.number()]).transform(String),
      name: z.string(),
      objectTypeId: z.string().optional(),
      additionalProperties: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

/** Lists of contacts (https://developers.hubspot.com/docs/api/crm/lists). @throws SkeinError UPSTREAM */
export async function hubSpotLists(deps: ImportDeps, who: Who, id: number) {
  const row = await requireConnection(deps, who, id, 'HUBSPOT');
  try {
    const session = await openHubSpot(deps, row);
    const { data } = await session.ask('POST', '/crm/v3/lists/search', {
      query: '',
      count: 250,
      offset: 0,
      additionalProperties: ['hs_list_size'],
    });
    return {
      lists: found
        .parse(data)
        .lists.filter((list) => (list.objectTypeId ?? '0-1') === '0-1')
        .map((list) => {
          const size = Number(list.additionalProperties?.['hs_list_size']);
          return { id: list.listId, name: list.name, size: Number.isSafeInteger(size) ? size : null };
        }),
    };
  } catch (error) {
    throw told(error);
  }
}

/** Begins an import into a campaign, a list, or the workspace alone. @throws SkeinError NOT_FOUND */
export async function importHubSpot(deps: ImportDeps, who: Who, id: number, target: Target) {
  const row = await requireConnection(deps, who, id, 'HUBSPOT');
  const runId = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (target.campaign_id !== null) await requireCampaign(sql, who, target.campaign_id);
    if (target.lead_list_id !== null) await requireList(sql, who, target.lead_list_id);
    const run = (await insertRun(who.workspaceId, sql, {
      integrationId: row.id,
      kind: 'IMPORT',
      title: target.hubspot_list_id ? 'List imported' : 'All contacts imported',
      request: target,
      userId: who.userId,
      at: new Date(deps.realClock.now()),
    })) as string;
    await deps.jobs.enqueue(sql, importHubSpotJob, { workspaceId: who.workspaceId, runId: run });
    return run;
  });
  return { run_id: runId };
}

/** What came of contacts, as the log names it. */
const outcomeWords: Record<string, string> = { ...outcomeTexts, NO_EMAIL: 'Without an email address' };

/** A page of contacts: of a list in two requests, else in one. */
async function readPage(
  session: HubSpotSession,
  settings: HubSpotSettings,
  listId: string | null,
  after: string | null,
) {
  const properties = [...mappedProperties(settings), 'hubspot_owner_id'];
  if (listId === null) {
    const { data } = await session.ask(
      'GET',
      `/crm/v3/objects/contacts?limit=100&properties=${properties.join(',')}${after ? `&after=${encodeURIComponent(after)}` : ''}`,
    );
    const read = page.parse(data);
    return { contacts: read.results, next: read.paging?.next?.after ?? null };
  }
  const { data } = await session.ask(
    'GET',
    `/crm/v3/lists/${listId}/memberships?limit=100${after ? `&after=${encodeURIComponent(after)}` : ''}`,
  );
  const read = members.parse(data);
  if (read.results.length === 0) return { contacts: [], next: null };
  const batch = await session.ask('POST', '/crm/v3/objects/contacts/batch/read', {
    properties,
    inputs: read.results.map(({ recordId }) => ({ id: recordId })),
  });
  return { contacts: page.parse(batch.data).results, next: read.paging?.next?.after ?? null };
}

/** A page of contacts that was read, and the run it belongs to. */
interface PageToTake {
  row: ConnectionRow;
  run: { id: string; done: number; counts: Record<string, number>; target: Target };
  read: Awaited<ReturnType<typeof readPage>>;
}

/** One page: its leads with one outcome each, their links, and the place of the next page. */
async function takePage(deps: ImportDeps, who: Who, { row, run, read }: PageToTake): Promise<void> {
  const settings = settingsOf(row.settings);
  const counts = { ...run.counts };
  const rows = read.contacts.flatMap((contact) => {
    const lead = leadOf(settings, contact.properties);
    if (lead) return [{ contact, lead }];
    counts['NO_EMAIL'] = (counts['NO_EMAIL'] ?? 0) + 1;
    return [];
  });
  if (rows.length > 0) {
    const added = await addLeads(deps, who, {
      campaignId: run.target.campaign_id,
      input: { leads: rows.map(({ lead }) => lead) },
      listId: run.target.lead_list_id,
    });
    for (const [outcome, count] of Object.entries(added.counts)) counts[outcome] = (counts[outcome] ?? 0) + count;
    const links = added.outcomes.flatMap((outcome) => {
      const contact = rows[outcome.row_number - 1]?.contact;
      return outcome.lead_id && contact
        ? [
            {
              lead_id: outcome.lead_id,
              external_id: contact.id,
              synced: syncedValues(settings, contact.properties),
              owner_id: contact.properties['hubspot_owner_id'] ?? null,
            },
          ]
        : [];
    });
    const unique = [...new Map(links.map((link) => [link.lead_id, link])).values()];
    await deps.db.tenantSql(who.workspaceId, (sql) => writeLinks(who.workspaceId, sql, row.id, unique));
  }
  const done = run.done + read.contacts.length;
  const words = Object.entries(counts)
    .map(([outcome, count]) => `${outcomeWords[outcome] ?? outcome}: ${count.toLocaleString('en-US')}`)
    .join(', ');
  await deps.db.tenantSql(who.workspaceId, (sql) =>
    writeRun(who.workspaceId, sql, run.id, {
      state: read.next ? 'RUNNING' : 'DONE',
      cursor: read.next,
      done,
      total: done,
      counts,
      result: words || 'The list is empty.',
      ...(read.next ? {} : { finishedAt: new Date(deps.realClock.now()) }),
    }),
  );
}

/** Runs an import to its end. What HubSpot refuses for good ends it with the cause; the rest is tried again by the job queue. */
export async function runImport(
  deps: ImportDeps,
  { workspaceId, runId }: { workspaceId: WorkspaceId; runId: string },
  context: { signal: AbortSignal; isLastAttempt: boolean },
): Promise<void> {
  for (;;) {
    const run = await deps.db.tenantSql(workspaceId, (sql) => findRun(workspaceId, sql, runId));
    const row = run && (await readConnection(deps, workspaceId, { id: run.integration_id }));
    if (!run || !row || run.state === 'DONE' || run.state === 'FAILED' || context.signal.aborted) return;
    const who: Who = { workspaceId, userId: run.created_by ?? 0, role: 'OWNER', client: null };
    const target = run.request as unknown as Target;
    try {
      const session = await openHubSpot(deps, row);
      const read = await readPage(session, settingsOf(row.settings), target.hubspot_list_id, run.cursor);
      await takePage(deps, who, { row, run: { id: runId, done: run.done, counts: run.counts, target }, read });
      await connectionWorks(deps, row, new Date(deps.realClock.now()));
    } catch (error) {
      if (!(error instanceof IntegrationError)) throw error;
      const at = new Date(deps.realClock.now());
      await connectionFails(deps, row, error, at);
      const isOver = error.kind !== 'RATE' && error.kind !== 'LATER';
      await deps.db.tenantSql(workspaceId, (sql) =>
        writeRun(workspaceId, sql, runId, {
          state: isOver || context.isLastAttempt ? 'FAILED' : 'RUNNING',
          code: error.code,
          error: error.message,
          ...(isOver || context.isLastAttempt ? { finishedAt: at } : {}),
        }),
      );
      if (isOver) return;
      throw error;
    }
  }
}
