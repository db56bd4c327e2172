import type { WorkspaceId } from '@skein/contracts/ids';
import { placementLimits } from '@skein/contracts/smart-delivery/placement-shapes';
import type { DnsResult, LaunchGateInput } from '#engine/sending/launch-findings';
import type { SqlClient } from '#platform/db/database';
import { mailboxState } from '../campaign-mailboxes/choose-mailboxes';
import { findCampaignMailboxes } from '../campaign-mailboxes/campaign-mailboxes.store';
import { capToday } from '#engine/sending/slow-start';
import { scheduleOf } from '#lifecycle/lifecycle.api';
import { countOpenLeads } from './open-leads.store';
import { clientEmailsLeft, type CampaignRecord } from '#access/access.api';
import { findSteps, type StepRecord } from '../sequences/sequences.store';
import {
  countEmailCreditsLeft,
  countLaunchLeads,
  findDomainChecks,
  findPlacement,
  findWarmupAge,
} from './gather-launch.store';
import { findMissingMergeData, type CountMissing } from './missing-merge-data';
import type { ReadVariant } from './launch.types';
import type { VariantReading } from './review-texts';

/** Share in inbox and tabs from which a placement test passes (docs/domain.md, Deliverability). */
const placementThreshold = placementLimits.passPercent / 100;

/** A campaign that is about to start, at which moment, and how thoroughly it is looked at. */
export interface LaunchToGather {
  campaign: CampaignRecord;
  now: number;
  scanLeads: boolean;
  links: LaunchGateInput['links'];
  /** What the texts of the steps say, a reading for each variant in order. */
  readTexts: (steps: readonly StepRecord[]) => Promise<VariantReading[]>;
  countMissing: CountMissing;
}

/**
 * Gathers what the launch gate judges. Without `scanLeads` (resuming) the leads' own data is not looked at again: the
 * sender checks each anyway.
 */
export async function gatherLaunch(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  launch: LaunchToGather,
): Promise<{ input: LaunchGateInput; steps: StepRecord[] }> {
  const { campaign, now, scanLeads } = launch;
  const steps = await findSteps(workspaceId, sql, campaign.id);
  const readings = await launch.readTexts(steps);
  const variants = sentVariants(steps, readings);
  const mailboxes = await findCampaignMailboxes(workspaceId, sql, campaign.id);
  const emailCreditsLeft = await countCreditsLeft(workspaceId, sql, campaign);
  const domains = scanLeads ? await findDomainChecks(workspaceId, sql, campaign.id) : [];
  const placement = scanLeads ? await findPlacement(workspaceId, sql, campaign.id) : null;
  const input: LaunchGateInput = {
    isSubsequence: campaign.parent_campaign_id !== null,
    leads: await countLeads(workspaceId, sql, launch),
    steps: checkedSteps(steps, readings),
    missingFields: scanLeads
      ? await findMissingMergeData(workspaceId, sql, { campaign, variants }, launch.countMissing)
      : [],
    missingFieldsAllowed: false,
    brokenTemplates: variants.flatMap(({ stepId, stepNumber, variantId, label, problems }) =>
      problems.map((problem) => ({ stepId, stepNumber, variantId, variantLabel: label, ...problem })),
    ),
    mailboxes: mailboxes.map((mailbox) => ({
      id: String(mailbox.id),
      email: mailbox.from_email,
      state: mailboxState(mailbox),
      isWarmupOn: mailbox.warmup?.enabled === true,
      warmupDays: mailbox.warmup_days,
      ageDays: Math.max(0, Math.floor((now - mailbox.created_at.getTime()) / 86_400_000)),
      hasSignature: mailbox.has_signature,
      fromName: mailbox.from_name,
      firstDayCap: capToday(mailbox, now),
    })),
    stepsWithSignature: emailStepsWhere(steps, (body) => body.includes('%signature%')),
    warmupAge: await findWarmupAge(workspaceId, sql),
    schedule: scheduleOf(campaign),
    optOut: optOutOf(campaign, steps),
    domains: domains.flatMap(checkedDomain),
    links: launch.links,
    placement: placement && { inboxShare: placement.good / placement.known, threshold: placementThreshold },
    emailCreditsLeft,
  };
  return { input, steps };
}

/** What the plan still allows, or the campaign's client if that is less. */
async function countCreditsLeft(workspaceId: WorkspaceId, sql: SqlClient, campaign: CampaignRecord): Promise<number> {
  const planLeft = await countEmailCreditsLeft(workspaceId, sql);
  const clientLeft = await clientEmailsLeft(workspaceId, sql, campaign.client_id ?? 0);
  return clientLeft === null ? planLeft : Math.min(planLeft, clientLeft);
}

async function countLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaign, scanLeads }: LaunchToGather,
): Promise<LaunchGateInput['leads']> {
  const leads = scanLeads
    ? await countLaunchLeads(workspaceId, sql, campaign.id, campaign.client_id ?? 0)
    : {
        total: await countOpenLeads(workspaceId, sql, campaign.id),
        suppressed: 0,
        active_elsewhere: 0,
        bad_encoding: 0,
      };
  return {
    total: leads.total - leads.suppressed,
    suppressed: leads.suppressed,
    alsoActiveElsewhere: leads.active_elsewhere,
    badEncoding: leads.bad_encoding,
  };
}

/** The steps with what the readings say of their variants. */
function checkedSteps(steps: readonly StepRecord[], readings: readonly VariantReading[]): LaunchGateInput['steps'] {
  const readingOf = new Map(steps.flatMap((step) => step.variants).map((variant, index) => [variant, readings[index]]));
  return steps.map((step) => ({
    id: String(step.id),
    number: step.seq_number,
    kind: step.seq_type,
    delayMinutes: (step.delay_days * 24 + step.delay_hours) * 60 + step.delay_minutes,
    variants: step.variants.map((variant) => ({
      id: String(variant.id),
      label: variant.label,
      enabled: !variant.is_paused,
      subjectEmpty: variant.subject.trim() === '',
      bodyEmpty: readingOf.get(variant)?.bodyEmpty ?? false,
      spamWords: readingOf.get(variant)?.spamWords ?? [],
    })),
  }));
}

/** Numbers of the email steps of which an enabled variant's text is as asked. */
const emailStepsWhere = (steps: readonly StepRecord[], isSo: (body: string) => boolean): number[] =>
  steps
    .filter(
      (step) =>
        step.seq_type === 'EMAIL' && step.variants.some((variant) => !variant.is_paused && isSo(variant.email_body)),
    )
    .map((step) => step.seq_number);

function optOutOf(campaign: CampaignRecord, steps: readonly StepRecord[]): LaunchGateInput['optOut'] {
  const hasText = (campaign.unsubscribe_text ?? '').trim() !== '';
  return {
    header: campaign.add_unsubscribe_header,
    stepsWithoutText: hasText ? [] : emailStepsWhere(steps, (body) => !body.includes('%unsubscribe-')),
  };
}

/** The findings of a domain that was looked up; none of one that was not. */
const checkedDomain = (row: Awaited<ReturnType<typeof findDomainChecks>>[number]): LaunchGateInput['domains'] =>
  typeof row.dns_check['spf'] === 'object'
    ? [
        {
          domain: row.domain,
          spf: dnsResult(row.dns_check['spf']),
          dkim: dnsResult(row.dns_check['dkim']),
          dmarc: dnsResult(row.dns_check['dmarc']),
        },
      ]
    : [];

/** Enabled variants of email steps, with what their texts say. */
function sentVariants(steps: readonly StepRecord[], readings: readonly VariantReading[]): ReadVariant[] {
  return steps
    .flatMap((step) => step.variants.map((variant) => ({ step, variant })))
    .flatMap(({ step, variant }, index) =>
      step.seq_type === 'EMAIL' && !variant.is_paused
        ? [
            {
              stepId: String(step.id),
              stepNumber: step.seq_number,
              variantId: String(variant.id),
              label: variant.label,
              subject: variant.subject,
              email_body: variant.email_body,
              problems: readings[index]?.problems ?? [],
              fields: readings[index]?.fields ?? null,
            },
          ]
        : [],
    );
}

/** `warn` is a record that works but could be better, except where no record was found at all. */
function dnsResult(finding: { verdict?: string; record?: string | null } | string | undefined): DnsResult {
  if (typeof finding !== 'object') return 'UNKNOWN';
  if (finding.verdict === 'pass') return 'PASS';
  if (finding.verdict === 'warn') return finding.record ? 'PASS' : 'UNKNOWN';
  if (finding.verdict === 'fail') return finding.record ? 'FAIL' : 'MISSING';
  return 'UNKNOWN';
}
