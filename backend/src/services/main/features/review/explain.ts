import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { constraintOf } from '../../../../engine/sending/constraints';
import { explainCampaign as explainCampaignPlan, explainEnrolment, explainMailbox as explainMailboxPlan, type Explanation } from '../../../../engine/sending/explain';
import type { PlanInput } from '../../../../engine/sending/plan.types';
import { notFound } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import type { Who } from '../campaigns/campaign-scope';
import { requireCampaign } from '../campaigns/get-campaign';
import { loadPlanInput, readSendingHeld } from './plan-input.store';

type ExplainDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'realClock'>;

/** Why this campaign sends nothing now, as the planner decides it. */
export const explainCampaign = (deps: ExplainDeps, who: Who, campaignId: number) => explained(deps, who, campaignId, [], (input) => ({ subject: 'CAMPAIGN', id: campaignId, explanation: explainCampaignPlan(input) }));

/** Why this lead was not mailed. @throws SkeinError NOT_FOUND */
export const explainLead = (deps: ExplainDeps, who: Who, campaignId: number, enrolmentId: number) => explained(deps, who, campaignId, [enrolmentId], (input) => {
  if (!input.enrolments.some((row) => row.id === String(enrolmentId))) throw notFound('This lead');
  return { subject: 'LEAD', id: enrolmentId, explanation: explainEnrolment(input, String(enrolmentId)) };
});

/** Why this mailbox sends nothing for this campaign. @throws SkeinError NOT_FOUND */
export const explainMailbox = (deps: ExplainDeps, who: Who, campaignId: number, mailboxId: number) => explained(deps, who, campaignId, [], (input) => {
  if (!input.mailboxes.some((mailbox) => mailbox.id === String(mailboxId))) throw notFound('This mailbox in this campaign');
  return { subject: 'MAILBOX', id: mailboxId, explanation: explainMailboxPlan(input, String(mailboxId)) };
});

async function explained(deps: ExplainDeps, who: Who, campaignId: number, enrolmentIds: number[], ask: (input: PlanInput) => { subject: ExplanationView['subject']; id: number; explanation: Explanation }): Promise<ExplanationView> {
  const isSendingHeld = await readSendingHeld(deps.db);
  const input = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    return loadPlanInput(who.workspaceId, sql, campaignId, { now: deps.campaignClock.now(), realNow: deps.realClock.now(), isSendingHeld }, enrolmentIds);
  });
  if (!input) throw notFound('This campaign');
  const { subject, id, explanation } = ask(input);
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const checks = explanation.checks.map((check) => ({
    code: check.code, scope: check.scope, label: check.label, text: check.result === 'PASS' ? constraintOf(check.code).met : check.result === 'FAIL' ? constraintOf(check.code).text : 'Not asked: an earlier rule decided.', is_met: check.result === 'PASS' ? true : check.result === 'FAIL' ? false : null, is_binding: check.binding, facts: { ...check.facts },
    until: check.binding ? instant(explanation.binding?.until ?? null) : null,
  }));
  return {
    subject, id, title: explanation.binding ? constraintOf(explanation.binding.code).text : explanation.text, answer: explanation.text, binding: checks.find((check) => check.is_binding) ?? null, checks, next_eligible_at: instant(explanation.nextEligibleAt),
    remedies: explanation.remedy ? [{ action: explanation.remedy.action, text: explanation.remedy.text, detail: null }] : [], decided_at: new Date(explanation.evaluatedAt).toISOString(),
  };
}
