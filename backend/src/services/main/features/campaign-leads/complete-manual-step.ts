import { stepDueAt } from '../../../../engine/sending/calendar';
import { notFound, SkeinError } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { scopeOf, type Who } from '../campaigns/campaign-scope';
import { requireCampaign } from '../campaigns/get-campaign';
import { wakeCampaign } from '../campaigns/wake-campaign';
import { scheduleOf } from '../sending/load-campaign.store';
import { findSteps } from '../sequences/sequences.store';
import { findCampaignLead } from './campaign-leads.store';
import { passManualStep } from './complete-manual-step.store';

/** Marks a manual or LinkedIn step as done: the lead goes on to the next step, due by its delay from now. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION */
export const completeManualStep = (deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>, who: Who, campaignId: number, enrolmentId: number) => deps.db.tenantSql(who.workspaceId, async (sql) => {
  const now = deps.campaignClock.now();
  const campaign = await requireCampaign(sql, who, campaignId, true);
  const lead = await findCampaignLead(who.workspaceId, sql, campaignId, enrolmentId, scopeOf(who).hiddenCategories);
  if (!lead) throw notFound('This lead');
  const steps = await findSteps(who.workspaceId, sql, campaignId);
  const place = steps.findIndex((step) => step.id === lead.next_step_id || (lead.next_step_id === null && step.seq_number === lead.next_seq_number));
  const step = steps[place];
  if (!step || step.seq_type === 'EMAIL' || (lead.status !== 'STARTED' && lead.status !== 'INPROGRESS')) throw new SkeinError('ILLEGAL_TRANSITION', 'This lead does not wait for a manual step.');
  const next = steps[place + 1] ?? null;
  const dueAt = next ? stepDueAt({ days: next.delay_days, hours: next.delay_hours, minutes: next.delay_minutes, basis: campaign.delay_basis }, scheduleOf(campaign), now) : null;
  await passManualStep(who.workspaceId, sql, { enrolmentId, seqNumber: step.seq_number, nextStepId: next?.id ?? null, nextNumber: next?.seq_number ?? step.seq_number + 1, dueAt: dueAt === null ? null : new Date(dueAt), at: new Date(now) });
  if (next) await wakeCampaign(who.workspaceId, sql, campaignId, now);
  await deps.live.publish(sql, who.workspaceId, [`campaign:${campaignId}`]);
  return { is_last_step: next === null, next_seq_number: next?.seq_number ?? null, next_due_at: dueAt === null ? null : new Date(dueAt) };
});
