import type { ImportSource } from '@skein/contracts/main/account-imports.contract';
import { leadInput, type LeadInput } from '@skein/contracts/main/lead-fields';
import { stepDueAt } from '#engine/sending/calendar';
import type { HeldRun } from '#platform/bulk-runs/bulk-run';
import type { SqlClient } from '#platform/db/database';
import { requireCampaign, type Who } from '#access/access.api';
import { addBlockEntries, addLeads, type AddLeads } from '#leads/leads.api';
import { readSequence, scheduleOf, type StepRow, loadLeadSchedules } from '#lifecycle/lifecycle.api';
import * as store from './account-imports.store';
import * as leads from './imported-leads.store';
import { sourceNames, type AccountSource, type SourceLead } from './account-source';
import type { ImportDeps } from './open-source';
import { placeLead, type Place, type SentFact } from './place-lead';

interface Row {
  input: LeadInput;
  place: Place;
  sent: SentFact | undefined;
}

/** Whom no campaign may mail any more; they are listed before they come in. */
const isOver = ({ place }: Row): boolean => place.reason === 'UNSUBSCRIBED' || place.reason === 'BOUNCED';

/** The page of one item of an account import. */
interface LeadsPageToImport {
  from: ImportSource;
  item: store.ItemRow;
  source: AccountSource;
  /** A transaction of the import. */
  commit: HeldRun['commit'];
}

/** One page of leads, each put where it stood, in the transaction that enrols it: at no moment could it be sent what it had. */
export async function importLeadsPage(
  deps: ImportDeps,
  who: Who,
  { from, item, source, commit }: LeadsPageToImport,
): Promise<void> {
  const { workspaceId } = who;
  const campaignId = item.campaign_id as number;
  const page = await source.leads(item.external_id, item.cursor);
  const { rows, unreadable, steps, campaign } = await deps.db.tenantSql(workspaceId, (sql) =>
    placeAll(sql, who, item, page.rows),
  );
  const counts = { ...item.counts };
  const count = (name: string, by = 1) => void (counts[name] = (counts[name] ?? 0) + by);
  count('left_out', unreadable);
  for (const reason of ['UNSUBSCRIBED', 'BOUNCED'] as const) {
    const entries = rows.filter(({ place }) => place.reason === reason).map(({ input }) => input.email);
    if (entries.length > 0)
      await addBlockEntries(deps, who, {
        entries,
        source: 'upload',
        reason: `${reason === 'BOUNCED' ? 'Bounced' : 'Unsubscribed'} in ${sourceNames[from]}`,
      });
  }
  const add = async (given: Row[], settings: AddLeads['settings']) => {
    if (given.length === 0) return;
    const added = await addLeads(deps, who, {
      campaignId,
      input: {
        leads: given.map(({ input }) => input),
        settings,
        also: async (sql, outcomes, at) => {
          const ids = outcomes.flatMap((outcome) => outcome.enrolmentId ?? []);
          const scheduleFor = await loadLeadSchedules(workspaceId, sql, scheduleOf(campaign), ids);
          await leads.placeLeads(
            workspaceId,
            sql,
            outcomes.flatMap((outcome) => {
              const row = given[outcome.rowNumber - 1];
              if (!row || outcome.enrolmentId === null || outcome.outcome === 'DUPLICATE_IN_FILE') return [];
              const isNew = outcome.outcome !== 'ALREADY_IN_CAMPAIGN';
              return [
                { enrolmentId: outcome.enrolmentId, isNew, ...standing(row, scheduleFor(outcome.enrolmentId), steps) },
              ];
            }),
            at,
          );
        },
      },
    });
    for (const outcome of added.outcomes) {
      const isIn = outcome.enrolment_id !== null && outcome.outcome !== 'DUPLICATE_IN_FILE';
      count(isIn ? (given[outcome.row_number - 1] as Row).place.count : 'left_out');
    }
  };
  await add(
    rows.filter((row) => !isOver(row)),
    undefined,
  );
  // They stand on the list, and so are never mailed; their history comes in all the same.
  await add(rows.filter(isOver), {
    ignore_unsubscribe_list: true,
    ignore_global_block_list: true,
    ignore_community_bounce_list: true,
  });
  await commit(async (sql) => {
    await store.writeItem(workspaceId, sql, item.id, {
      counts,
      cursor: page.next,
      ...(page.next === null ? { state: 'DONE' as const } : {}),
    });
    if (page.next !== null) return {};
    await leads.forgetSent(workspaceId, sql, item.id);
    return { done: 1 };
  });
}

async function placeAll(sql: SqlClient, who: Who, item: store.ItemRow, given: readonly SourceLead[]) {
  const record = await requireCampaign(sql, who, item.campaign_id as number);
  const { campaign, steps } = (await readSequence(sql, who.workspaceId, record.id)) as NonNullable<
    Awaited<ReturnType<typeof readSequence>>
  >;
  const emailOf = (lead: SourceLead) => lead.email.trim().toLowerCase();
  const facts = await leads.findSent(who.workspaceId, sql, item.id, given.map(emailOf));
  const known = {
    steps: steps.map((step) => step.seq_number),
    isLive: item.detail.status === 'ACTIVE' && item.detail.isPaused !== true,
    isChanged: record.sequence_version !== item.detail.version,
  };
  const rows: Row[] = given.flatMap((lead) => {
    const read = leadInput.safeParse({ ...lead.fields, email: lead.email, custom_fields: customOf(lead.custom) });
    if (!read.success) return [];
    const found = facts.get(emailOf(lead));
    const sent = found && {
      step: found.step,
      at: found.sent_at,
      subject: found.subject,
      isReplied: found.is_replied,
      isBounced: found.is_bounced,
      isUnsubscribed: found.is_unsubscribed,
    };
    return [{ input: read.data, place: placeLead(lead, sent, known), sent }];
  });
  return { rows, unreadable: given.length - rows.length, steps, campaign };
}

/** Where a lead goes on: due by the delay of its next step, after the last email that the other product sent. */
function standing({ place, sent }: Row, schedule: ReturnType<typeof scheduleOf>, steps: readonly StepRow[]) {
  const next = place.step > 0 ? steps.find((step) => step.seq_number > place.step) : undefined;
  return {
    status: place.status,
    reason: place.reason,
    step: place.step,
    lastAt: sent?.at ?? null,
    subject: sent?.subject ?? null,
    next:
      next && sent
        ? {
            id: next.id,
            number: next.seq_number,
            dueAt: new Date(stepDueAt(next.snapshot.delay, schedule, sent.at.getTime())),
          }
        : null,
  };
}

/** Lists and objects are kept as their JSON. */
const customOf = (custom: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(custom)
      .slice(0, 200)
      .map(([name, value]) => [
        name.trim().slice(0, 120) || 'field',
        value !== null && typeof value === 'object' ? JSON.stringify(value).slice(0, 10_000) : value,
      ]),
  );
