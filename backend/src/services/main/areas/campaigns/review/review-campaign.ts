import type { GateItem, ReviewView } from '@skein/contracts/main/review.contract';
import { checkLaunch, type LaunchFinding, type LaunchJump } from '../../../../../engine/sending/launch-gate';
import type { SqlClient } from '../../../../../platform/db/database';
import type { CheckedLinks } from '../../../../../platform/http/link-answer';
import { SkeinError } from '../../../../../platform/http/skein-error';
import type { MainDeps } from '../../../deps';
import { requireCampaign, type Who, type CampaignRecord } from '../../access/access.api';
import { findSteps, type StepRecord } from '../sequences/sequences.api';
import { linksOf } from './links-of';
import { gatherLaunch } from './gather-launch';

type ReviewDeps = Pick<MainDeps, 'campaignClock' | 'realClock'>;

/** The launch gate over all leads, steps and mailboxes: what blocks, what is worth a look, what is in order. */
export async function reviewCampaign(
  deps: ReviewDeps & Pick<MainDeps, 'db' | 'checkLinks'>,
  who: Who,
  campaignId: number,
): Promise<ReviewView> {
  const bodies = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId);
    return bodiesOf(await findSteps(who.workspaceId, sql, campaign.id));
  });
  // Sites of strangers take their time: nothing of the database is held meanwhile.
  const links = (await deps.checkLinks?.(linksOf(bodies))) ?? noLinks;
  return deps.db.tenantSql(who.workspaceId, async (sql) =>
    review(deps, sql, who.workspaceId, await requireCampaign(sql, who, campaignId), { scanLeads: true, links }),
  );
}

const noLinks: CheckedLinks = { checked: 0, broken: [] };
const bodiesOf = (steps: readonly StepRecord[]): string[] =>
  steps
    .filter((step) => step.seq_type === 'EMAIL')
    .flatMap((step) => step.variants.filter((variant) => !variant.is_paused).map((variant) => variant.email_body));

/**
 * Refuses a start that the gate blocks. LAUNCH looks at everything; RESUME at what a trigger needs (steps, mailboxes, window,
 * credits), since the sender checks each lead again.
 * @throws SkeinError LAUNCH_BLOCKED, with one detail for each block
 */
export async function requireLaunchable(
  deps: ReviewDeps,
  sql: SqlClient,
  who: Who,
  campaign: CampaignRecord,
  how: 'LAUNCH' | 'RESUME',
): Promise<void> {
  const { blocks } = await review(deps, sql, who.workspaceId, campaign, {
    scanLeads: how === 'LAUNCH',
    // A dead link is worth a look and blocks no launch.
    links: noLinks,
  });
  if (blocks.length === 0) return;
  const sentences = blocks.map(
    (block) =>
      `${block.title}${block.detail ? `: ${block.detail}` : ''}${block.count && block.unit ? ` (${block.count} ${block.unit}${block.count === 1 ? '' : 's'})` : ''}`,
  );
  throw new SkeinError(
    'LAUNCH_BLOCKED',
    `${blocks.length === 1 ? 'One problem blocks' : `${blocks.length} problems block`} the launch. ${sentences.slice(0, 3).join('. ')}.`,
    blocks.map((block, index) => ({ field: block.code, message: sentences[index] as string })),
  );
}

async function review(
  deps: ReviewDeps,
  sql: SqlClient,
  workspaceId: number,
  campaign: CampaignRecord,
  options: { scanLeads: boolean; links: CheckedLinks },
): Promise<ReviewView> {
  const began = performance.now();
  const now = deps.campaignClock.now();
  const { input, steps } = await gatherLaunch(workspaceId, sql, campaign, now, options);
  const result = checkLaunch(input);
  const item = (finding: LaunchFinding): GateItem => ({
    code: finding.code,
    title: finding.title,
    detail: finding.detail || null,
    count: finding.count,
    unit: finding.unit,
    jump: finding.jump && toJump(finding.jump, steps),
  });
  const unsaved: GateItem[] = campaign.is_schedule_saved
    ? []
    : [
        {
          code: 'NO_SCHEDULE',
          title: 'No schedule saved',
          detail: 'Look at the sending window once and save it',
          count: null,
          unit: null,
          jump: toJump({ to: 'SETUP_SCHEDULE' }, steps),
        },
      ];
  const blocks = [...result.blocking.map(item), ...unsaved];
  return {
    can_launch: blocks.length === 0,
    checked_at: new Date(now).toISOString(),
    took_ms: Math.round(performance.now() - began),
    leads_checked: input.leads.total + input.leads.suppressed,
    email_steps: steps.filter((step) => step.seq_type === 'EMAIL').length,
    mailboxes: input.mailboxes.length,
    blocks,
    warnings: result.worthALook.map(item),
    passed: result.inOrder.map(item),
  };
}

/** The engine's jump in the words of the screens. */
function toJump(jump: LaunchJump, steps: readonly StepRecord[]): NonNullable<GateItem['jump']> {
  const step = steps.find((candidate) => String(candidate.id) === jump.stepId);
  const variant = step?.variants.find((candidate) => String(candidate.id) === jump.variantId);
  const field = jump.leadFilter?.startsWith('missing:') ? jump.leadFilter.slice(8) : null;
  const filter: Record<string, string> | null = field
    ? { missing_field: field }
    : jump.leadFilter === 'active-elsewhere'
      ? { in_other_campaign: 'true' }
      : jump.leadFilter === 'bad-encoding'
        ? { bad_encoding: 'true' }
        : null;
  const base = {
    seq_number: step?.seq_number ?? null,
    variant_label: variant?.label ?? null,
    field,
    mailbox_ids: (jump.mailboxIds ?? []).map(Number),
    lead_filter: filter,
    setting: null,
  };
  switch (jump.to) {
    case 'LEADS':
      return filter
        ? { ...base, tab: 'lead_list', label: 'Open leads' }
        : { ...base, tab: 'import_leads', label: 'Import leads' };
    case 'STEP':
      return {
        ...base,
        tab: 'sequences',
        label: step ? `Go to step ${step.seq_number}` : steps.length > 0 ? 'Open sequence' : 'Write a step',
      };
    case 'SETUP_SCHEDULE':
      return { ...base, tab: 'setup', setting: 'schedule', label: 'Set schedule' };
    case 'SETUP_MAILBOXES':
      return { ...base, tab: 'setup', setting: 'mailboxes', label: 'Choose mailboxes' };
    case 'SETUP_SETTINGS':
      return { ...base, tab: 'setup', setting: 'add_unsubscribe_tag', label: 'Turn on' };
    case 'MAILBOX':
      return { ...base, tab: 'mailboxes', label: 'Open' };
    case 'PLAN':
      return { ...base, tab: 'plan', label: 'See plan' };
  }
}
