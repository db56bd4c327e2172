import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { GateItem, ReviewView } from '@skein/contracts/main/review.contract';
import { checkLaunch } from '#engine/sending/launch-gate';
import type { LaunchCode, LaunchFinding, LaunchJump } from '#engine/sending/launch-findings';
import type { SqlClient } from '#platform/db/database';
import type { CheckedLinks } from '#platform/http/link-answer';
import { SkeinError } from '#platform/http/skein-error';
import { readForRequest } from '#platform/workers/answer-heavy';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who, type CampaignRecord } from '#access/access.api';
import { findSteps, type StepRecord } from '../sequences/sequences.store';
import { weightOf } from '../sequences/text-tasks';
import { gatherLaunch, type LaunchToGather } from './gather-launch';
import type { CountMissing } from './missing-merge-data';
import { countMissingTask, reviewTextsTask, type ReviewTexts } from './review-texts';

type ReviewDeps = Pick<MainDeps, 'campaignClock' | 'realClock' | 'heavyWork'>;

/** The launch gate over all leads, steps and mailboxes: what blocks, what is worth a look, what is in order. */
export async function reviewCampaign(
  deps: ReviewDeps & Pick<MainDeps, 'db' | 'checkLinks'>,
  who: Who,
  campaignId: CampaignId,
): Promise<ReviewView> {
  const steps = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId);
    return findSteps(who.workspaceId, sql, campaign.id);
  });
  // Reading takes its time, and so do sites of strangers: nothing of the database is held meanwhile.
  const texts = await readTexts(deps, steps, true);
  const links = (await deps.checkLinks?.(texts.links)) ?? noLinks;
  return deps.db.tenantSql(who.workspaceId, async (sql) =>
    review(deps, sql, who.workspaceId, {
      campaign: await requireCampaign(sql, who, campaignId),
      options: {
        scanLeads: true,
        links,
        readTexts: readAgainIfChanged(deps, { steps, texts }, true),
      },
    }),
  );
}

/** Texts of a campaign's steps as they were read, with the steps they belong to. */
export interface LaunchTexts {
  steps: StepRecord[];
  texts: ReviewTexts;
}

/**
 * Reads the texts for `requireLaunchable`, for whoever opens its transaction after that.
 * @throws SkeinError VALIDATION for texts that take too long to read
 */
export async function readLaunchTexts(
  deps: Pick<ReviewDeps, 'heavyWork'> & Pick<MainDeps, 'db'>,
  who: Who,
  campaignId: CampaignId,
): Promise<LaunchTexts> {
  const steps = await deps.db.tenantSql(who.workspaceId, (sql) => findSteps(who.workspaceId, sql, campaignId));
  return { steps, texts: await readTexts(deps, steps, false) };
}

const readAgainIfChanged =
  (deps: Pick<ReviewDeps, 'heavyWork'>, read: LaunchTexts, hints: boolean) => async (now: readonly StepRecord[]) =>
    (haveSameTexts(read.steps, now) ? read.texts : await readTexts(deps, now, hints)).variants;

const noLinks: CheckedLinks = { checked: 0, broken: [] };

/** @throws SkeinError VALIDATION for texts that take too long to read */
function readTexts(
  deps: Pick<ReviewDeps, 'heavyWork'>,
  steps: readonly StepRecord[],
  hints: boolean,
): Promise<ReviewTexts> {
  const variants = steps.flatMap((step) => {
    const isEmail = step.seq_type === 'EMAIL';
    return step.variants.map(({ subject, email_body, is_paused }) => ({
      subject,
      email_body,
      isEmail,
      isSent: isEmail && !is_paused,
    }));
  });
  const order = { size: weightOf(variants), field: 'steps' };
  return readForRequest(deps.heavyWork, reviewTextsTask, { variants, hints }, order);
}

/** Whether nobody has saved other texts since they were read. */
function haveSameTexts(before: readonly StepRecord[], now: readonly StepRecord[]): boolean {
  const [one, other] = [before, now].map((steps) =>
    steps.flatMap((step) => step.variants.map((variant) => ({ ...variant, type: step.seq_type }))),
  ) as [VariantState[], VariantState[]];
  return (
    one.length === other.length &&
    one.every((variant, index) => {
      const present = other[index] as VariantState;
      return (['id', 'type', 'subject', 'email_body', 'is_paused'] as const).every(
        (name) => variant[name] === present[name],
      );
    })
  );
}

type VariantState = StepRecord['variants'][number] & { type: StepRecord['seq_type'] };

const countMissing =
  (deps: Pick<ReviewDeps, 'heavyWork'>): CountMissing =>
  (texts, leads, allowed) =>
    readForRequest(
      deps.heavyWork,
      countMissingTask,
      { texts, leads, allowed },
      { size: leads.length * weightOf(texts), field: 'steps' },
    );

/** A campaign and how it starts, with its texts as they were checked. */
interface LaunchToReview {
  campaign: CampaignRecord;
  check: { how: 'LAUNCH' | 'RESUME'; texts: LaunchTexts };
}

/**
 * Refuses a start that the gate blocks. LAUNCH looks at everything; RESUME at what a trigger needs (steps, mailboxes, window,
 * credits), since the sender checks each lead again.
 * @throws SkeinError LAUNCH_BLOCKED, with one detail for each block
 */
export async function requireLaunchable(
  deps: ReviewDeps,
  sql: SqlClient,
  who: Who,
  { campaign, check }: LaunchToReview,
): Promise<void> {
  const { blocks } = await review(deps, sql, who.workspaceId, {
    campaign,
    options: {
      scanLeads: check.how === 'LAUNCH',
      // A dead link is worth a look and blocks no launch, and so does a spam word.
      links: noLinks,
      readTexts: readAgainIfChanged(deps, check.texts, false),
    },
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

/** A campaign and how thoroughly it is reviewed. */
interface CampaignToReview {
  campaign: CampaignRecord;
  options: Omit<LaunchToGather, 'campaign' | 'now' | 'countMissing'>;
}

async function review(
  deps: ReviewDeps,
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { campaign, options }: CampaignToReview,
): Promise<ReviewView> {
  const began = performance.now();
  const now = deps.campaignClock.now();
  const { input, steps } = await gatherLaunch(workspaceId, sql, {
    campaign,
    now,
    ...options,
    countMissing: countMissing(deps),
  });
  const result = checkLaunch(input);
  const item = (finding: LaunchFinding): GateItem => ({
    code: finding.code,
    title: finding.title,
    detail: finding.detail || null,
    count: finding.count,
    unit: finding.unit,
    jump: finding.jump && toJump(finding.jump, steps, finding.code),
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
          jump: toJump({ to: 'SETUP_SCHEDULE' }, steps, null),
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

/** The tab of a mailbox on which a finding is fixed, where it is not its overview. */
const mailboxTabs: Partial<Record<LaunchCode, string>> = {
  WARMUP_OFF: 'warmup',
  WARMUP_YOUNG: 'warmup',
  FIRST_DAY_HIGH: 'management',
  SIGNATURE_EMPTY: 'management',
  SENDER_NAMELESS: 'general',
};

/** The engine's jump in the words of the screens. */
function toJump(
  jump: LaunchJump,
  steps: readonly StepRecord[],
  code: LaunchCode | null,
): NonNullable<GateItem['jump']> {
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
      return { ...base, tab: 'mailboxes', setting: (code && mailboxTabs[code]) ?? null, label: 'Open' };
    case 'PLAN':
      return { ...base, tab: 'plan', label: 'See plan' };
  }
}
