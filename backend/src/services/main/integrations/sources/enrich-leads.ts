import type { WorkspaceId } from '@skein/contracts/ids';
import { leadMagicJobs, type leadMagicKinds } from '@skein/contracts/main/lead-sources.contract';
import { SkeinError } from '#platform/http/skein-error';
import { IntegrationError } from '#platform/integrations/integration-access';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { requireList, updateLead } from '#leads/leads.api';
import { connectionFails, connectionWorks, openCredentials, readConnection } from '#notices/notices.api';
import * as leadMagic from '../connections/leadmagic-client';
import { findRun, insertRun, writeRun } from '../connections/sync-log.store';
import { requireConnection, told } from '../connections/integrations';
import { countLeadsToEnrich, findLeadsToEnrich, writeVerified, type EnrichedLead } from './enrich.store';
import { enrichJob } from './sources.jobs';

type Job = (typeof leadMagicKinds)[number];
export type EnrichDeps = Pick<
  MainDeps,
  'db' | 'vault' | 'integrations' | 'realClock' | 'campaignClock' | 'live' | 'jobs' | 'masterKey'
>;
interface Order {
  job: Job;
  lead_list_id: number;
}

const titles: Record<Job, string> = {
  VERIFY: 'Addresses verified',
  FIND: 'Addresses found',
  TITLE: 'Job titles looked up',
};
const results: Record<string, string> = {
  valid: 'VALID',
  valid_catch_all: 'CATCH_ALL',
  catch_all: 'CATCH_ALL',
  invalid: 'INVALID',
  unknown: 'UNKNOWN',
};
/** Leads that are asked between two writes of how far a run is. */
const atOnce = 20;

async function prepare(deps: EnrichDeps, who: Who, id: number, order: Order) {
  const row = await requireConnection(deps, who, id, 'LEADMAGIC');
  const leads = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireList(sql, who, order.lead_list_id);
    return countLeadsToEnrich(who.workspaceId, sql, order.lead_list_id, order.job);
  });
  return { row, leads, most: Math.ceil(leads * leadMagicJobs[order.job] * 100) / 100 };
}

/** What a run would cost at most, before it is begun. @throws SkeinError UPSTREAM */
export async function quoteLeadMagic(deps: EnrichDeps, who: Who, id: number, order: Order) {
  const { row, leads, most } = await prepare(deps, who, id, order);
  try {
    const left = await leadMagic.leadMagicCredits(deps.integrations, openCredentials(deps.vault, row).token ?? '');
    return { leads, most_credits: most, credits_left: left };
  } catch (error) {
    throw told(error);
  }
}

/** Begins a run. @throws SkeinError CONFLICT when the list has nothing to ask */
export async function startLeadMagic(deps: EnrichDeps, who: Who, id: number, order: Order) {
  const { row, leads } = await prepare(deps, who, id, order);
  if (leads === 0) throw new SkeinError('CONFLICT', 'No lead of this list needs that.');
  const runId = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const run = (await insertRun(who.workspaceId, sql, {
      integrationId: row.id,
      kind: 'ENRICH',
      title: titles[order.job],
      request: order,
      total: leads,
      userId: who.userId,
      at: new Date(deps.realClock.now()),
    })) as string;
    await deps.jobs.enqueue(sql, enrichJob, { workspaceId: who.workspaceId, runId: run });
    return run;
  });
  return { run_id: runId, leads };
}

/** One lead of a job, and the key of the source. */
interface LeadToEnrich {
  key: string;
  job: Job;
  lead: EnrichedLead;
}

/** Asks for one lead, and keeps the answer. @returns what came of it, and the credits that it cost */
async function enrichOne(deps: EnrichDeps, who: Who, { key, job, lead }: LeadToEnrich) {
  const access = deps.integrations;
  if (job === 'VERIFY') {
    const answer = await leadMagic.validateEmail(access, key, lead.email);
    const result = results[answer.email_status] ?? 'UNKNOWN';
    await deps.db.tenantSql(who.workspaceId, (sql) =>
      writeVerified(who.workspaceId, sql, { leadId: lead.id, result, at: new Date(deps.campaignClock.now()) }),
    );
    return { outcome: result.toLowerCase(), credits: answer.credits_consumed };
  }
  if (job === 'TITLE') {
    const answer = await leadMagic.searchProfile(access, key, lead.linkedin_profile ?? '');
    if (!answer.professional_title) return { outcome: 'not found', credits: answer.credits_consumed };
    await updateLead(deps, who, lead.id, { custom_fields: { jobtitle: answer.professional_title.slice(0, 1_000) } });
    return { outcome: 'found', credits: answer.credits_consumed };
  }
  const domain =
    (lead.company_url ?? lead.website ?? lead.email.split('@')[1] ?? '').replace(/^https?:\/\//, '').split('/')[0] ??
    '';
  const answer = await leadMagic.findEmail(access, key, {
    first_name: lead.first_name ?? '',
    last_name: lead.last_name ?? '',
    domain,
  });
  if (!answer.email) return { outcome: 'not found', credits: answer.credits_consumed };
  try {
    await updateLead(deps, who, lead.id, { email: answer.email });
    return { outcome: 'found', credits: answer.credits_consumed };
  } catch (error) {
    // Another lead has this address already, or it was erased: what was paid for is said, and nothing changes.
    if (error instanceof SkeinError && error.code === 'VALIDATION')
      return { outcome: 'already there', credits: answer.credits_consumed };
    throw error;
  }
}

/** Runs to the end of the list; an empty account or a refused key ends it with the cause and keeps what was found. */
export async function runEnrichment(
  deps: EnrichDeps,
  { workspaceId, runId }: { workspaceId: WorkspaceId; runId: string },
  context: { signal: AbortSignal; isLastAttempt: boolean },
): Promise<void> {
  for (;;) {
    const run = await deps.db.tenantSql(workspaceId, (sql) => findRun(workspaceId, sql, runId));
    const row = run && (await readConnection(deps, workspaceId, { id: run.integration_id }));
    if (!run || !row || run.state === 'DONE' || run.state === 'FAILED' || context.signal.aborted) return;
    const order = run.request as unknown as Order;
    const who: Who = { workspaceId, userId: run.created_by ?? 0, role: 'OWNER', client: null };
    const leads = await deps.db.tenantSql(workspaceId, (sql) =>
      findLeadsToEnrich(workspaceId, sql, {
        listId: order.lead_list_id,
        job: order.job,
        after: Number(run.cursor ?? 0),
        limit: atOnce,
      }),
    );
    const counts = { ...run.counts };
    let { done } = run;
    let last = run.cursor;
    const write = (more: Parameters<typeof writeRun>[3]) =>
      deps.db.tenantSql(workspaceId, (sql) =>
        writeRun(workspaceId, sql, runId, { done, counts, cursor: last, result: wordsOf(counts), ...more }),
      );
    const at = () => new Date(deps.realClock.now());
    try {
      const key = openCredentials(deps.vault, row).token ?? '';
      for (const lead of leads) {
        const { outcome, credits } = await enrichOne(deps, who, { key, job: order.job, lead });
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        counts['credits'] = (counts['credits'] ?? 0) + credits;
        done += 1;
        last = String(lead.id);
      }
      await write(leads.length < atOnce ? { state: 'DONE', finishedAt: at() } : { state: 'RUNNING' });
      await connectionWorks(deps, row, at());
    } catch (error) {
      if (!(error instanceof IntegrationError)) throw error;
      const isOver = (error.kind !== 'RATE' && error.kind !== 'LATER') || context.isLastAttempt;
      await write({
        state: isOver ? 'FAILED' : 'RUNNING',
        code: error.code,
        error: error.message,
        ...(isOver ? { finishedAt: at() } : {}),
      });
      await connectionFails(deps, row, error, at());
      if (isOver) return;
      throw error;
    }
  }
}

const wordsOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([outcome, count]) => `${count.toLocaleString('en-US')} ${outcome}`)
    .join(', ');
