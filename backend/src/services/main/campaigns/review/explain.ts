import type { CampaignId, EnrolmentId, MailboxId } from '@skein/contracts/ids';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { constraintOf } from '#engine/sending/constraints';
import {
  explainCampaign as explainCampaignPlan,
  explainEnrolment,
  explainMailbox as explainMailboxPlan,
  type Explanation,
} from '#engine/sending/explain';
import type { PlanInput } from '#engine/sending/plan.types';
import { isTransient } from '#platform/db/retry';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaignLead } from '#lifecycle/lifecycle.api';
import { requireCampaign, type Who } from '#access/access.api';

import { loadPlanInput } from '#sending/sending.api';
import { readSendingHeld } from './forecast-facts.store';

type ExplainDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'log'>;
type Subject = Pick<ExplanationView, 'subject' | 'id'>;

/** Why this campaign sends nothing now, as the planner decides it. */
export const explainCampaign = (deps: ExplainDeps, who: Who, campaignId: CampaignId) =>
  explained(
    deps,
    who,
    { campaignId, enrolmentIds: [], subject: { subject: 'CAMPAIGN', id: campaignId } },
    explainCampaignPlan,
  );

/** Why this lead was not mailed. @throws SkeinError NOT_FOUND */
export const explainLead = (deps: ExplainDeps, who: Who, campaignId: CampaignId, enrolmentId: EnrolmentId) =>
  explained(
    deps,
    who,
    { campaignId, enrolmentIds: [enrolmentId], subject: { subject: 'LEAD', id: enrolmentId } },
    (input) => {
      if (!input.enrolments.some((row) => row.id === String(enrolmentId))) throw notFound('This lead', 'lead');
      return explainEnrolment(input, String(enrolmentId));
    },
  );

/** Why this mailbox sends nothing for this campaign. @throws SkeinError NOT_FOUND */
export const explainMailbox = (deps: ExplainDeps, who: Who, campaignId: CampaignId, mailboxId: MailboxId) =>
  explained(deps, who, { campaignId, enrolmentIds: [], subject: { subject: 'MAILBOX', id: mailboxId } }, (input) => {
    if (!input.mailboxes.some((mailbox) => mailbox.id === String(mailboxId)))
      throw notFound('This mailbox in this campaign', 'mailbox');
    return explainMailboxPlan(input, String(mailboxId));
  });

/** Leads of one campaign, and what is asked about them. */
interface LeadsToExplain {
  campaignId: CampaignId;
  enrolmentIds: EnrolmentId[];
  subject: Subject;
}

async function explained(
  deps: ExplainDeps,
  who: Who,
  { campaignId, enrolmentIds, subject }: LeadsToExplain,
  ask: (input: PlanInput) => Explanation,
): Promise<ExplanationView> {
  const isSendingHeld = await readSendingHeld(deps.db);
  const now = deps.campaignClock.now();
  try {
    const input = await deps.db.tenantSql(who.workspaceId, async (sql) => {
      await requireCampaign(sql, who, campaignId);
      for (const id of enrolmentIds) await requireCampaignLead(sql, who, campaignId, id);
      return loadPlanInput(who.workspaceId, sql, {
        campaignId,
        times: { now, realNow: deps.realClock.now(), isSendingHeld },
        also: enrolmentIds,
      });
    });
    if (!input) throw notFound('This campaign', 'campaign');
    return viewOf(subject, ask(input), who);
  } catch (error) {
    if (error instanceof SkeinError || isTransient(error)) throw error;
    deps.log.error({ error, campaign: campaignId }, 'a campaign that cannot be planned cannot be explained either');
    return unplannable(subject, now);
  }
}

function viewOf(subject: Subject, explanation: Explanation, who: Who): ExplanationView {
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const isEnded = explanation.binding?.code === 'PLAN_EXPIRED' && who.client != null;
  const ended = 'Sending is switched off for now. Ask your agency.';
  const checks = explanation.checks.map((check) => ({
    code: check.code,
    scope: check.scope,
    label: check.result === 'FAIL' ? constraintOf(check.code).failed : check.label,
    text:
      check.result === 'PASS'
        ? constraintOf(check.code).met
        : check.result === 'FAIL'
          ? isEnded && check.binding
            ? ended
            : constraintOf(check.code).text
          : 'Not asked: an earlier rule decided.',
    is_met: check.result === 'PASS' ? true : check.result === 'FAIL' ? false : null,
    is_binding: check.binding,
    // How many emails the agency's plan has left is nothing for its clients.
    facts: who.client && check.code === 'CREDITS' ? {} : { ...check.facts },
    until: check.binding ? instant(explanation.binding?.until ?? null) : null,
  }));
  return {
    ...subject,
    title: isEnded ? ended : explanation.binding ? constraintOf(explanation.binding.code).text : explanation.text,
    answer: isEnded ? ended : explanation.text,
    binding: checks.find((check) => check.is_binding) ?? null,
    checks,
    next_eligible_at: instant(explanation.nextEligibleAt),
    remedies: remediesOf(explanation)
      .filter(({ action }) => !(who.client && action === 'UPGRADE_PLAN'))
      .map(({ action, text }) => ({ action, text, detail: null })),
    decided_at: new Date(explanation.evaluatedAt).toISOString(),
  };
}

/** What can be done about the rule that decides, and about others that keep leads waiting beside it. */
const remediesOf = ({ remedy, checks }: Explanation) => [
  ...(remedy ? [remedy] : []),
  ...checks
    .filter((check) => check.result === 'FAIL' && !check.binding)
    .map(({ code }) => ({ action: constraintOf(code).action, text: constraintOf(code).remedy })),
];

/** The planner fails on the campaign's own data: triggers put it aside and say so in their log, and here it is the reason. */
function unplannable(subject: Subject, now: number): ExplanationView {
  const text = 'This campaign could not be planned because of an error, so nothing is sent.';
  const check = {
    code: 'CAMPAIGN_UNPLANNABLE',
    scope: 'CAMPAIGN',
    label: 'Campaign cannot be planned',
    text,
    is_met: false,
    is_binding: true,
    facts: {},
    until: null,
  };
  return {
    ...subject,
    title: text,
    answer: text,
    binding: check,
    checks: [check],
    next_eligible_at: null,
    decided_at: new Date(now).toISOString(),
    remedies: [
      {
        action: 'EDIT_SCHEDULE',
        text: 'Look at its schedule and save it again. If it stays so, duplicate the campaign and tell support.',
        detail: 'It is tried again in every send round.',
      },
    ],
  };
}
