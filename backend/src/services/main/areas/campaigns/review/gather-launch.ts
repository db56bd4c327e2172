import { placementLimits } from '@skein/contracts/smart-delivery/placement-shapes';
import { isBlankHtml } from '@skein/template/blank-html';
import { parseStep } from '@skein/template/compose';
import { findCopyHints } from '@skein/template/hints';
import type { DnsResult, LaunchGateInput } from '../../../../../engine/sending/launch-gate';
import type { SqlClient } from '../../../../../platform/db/database';
import { mailboxState, warmupDays } from '../campaign-mailboxes/choose-mailboxes';
import { findCampaignMailboxes } from '../campaign-mailboxes/campaign-mailboxes.api';
import { countOpenLeads, scheduleOf } from '../../lifecycle/lifecycle.api';
import type { CampaignRecord } from '../../access/access.api';
import { findSteps, type StepRecord } from '../sequences/sequences.api';
import { countEmailCreditsLeft, countLaunchLeads, findDomainChecks, findPlacement } from './gather-launch.store';
import { findMissingMergeData } from './missing-merge-data';
import type { ParsedVariant } from './launch.types';

/** Days of warmup below which a mailbox is worth a look (docs/domain.md, Lists and limits). */
const warmupAgeDays = 14;

/** Share in inbox and tabs from which a placement test passes (docs/domain.md, Deliverability). */
const placementThreshold = placementLimits.passPercent / 100;

/** Gathers what the launch gate judges. Without `scanLeads` (resuming) the leads' own data is not looked at again: the sender checks each anyway. */
export async function gatherLaunch(
  workspaceId: number,
  sql: SqlClient,
  campaign: CampaignRecord,
  now: number,
  options: { scanLeads: boolean; links: LaunchGateInput['links'] },
): Promise<{ input: LaunchGateInput; steps: StepRecord[] }> {
  const steps = await findSteps(workspaceId, sql, campaign.id);
  const variants = parseVariants(steps);
  const mailboxes = await findCampaignMailboxes(workspaceId, sql, campaign.id);
  const emailCreditsLeft = await countEmailCreditsLeft(workspaceId, sql);
  const domains = options.scanLeads ? await findDomainChecks(workspaceId, sql, campaign.id) : [];
  const placement = options.scanLeads ? await findPlacement(workspaceId, sql, campaign.id) : null;
  const leads = options.scanLeads
    ? await countLaunchLeads(workspaceId, sql, campaign.id, campaign.client_id ?? 0)
    : {
        total: await countOpenLeads(workspaceId, sql, campaign.id),
        suppressed: 0,
        active_elsewhere: 0,
        bad_encoding: 0,
      };
  const hasText = (campaign.unsubscribe_text ?? '').trim() !== '';
  const input: LaunchGateInput = {
    isSubsequence: campaign.parent_campaign_id !== null,
    leads: {
      total: leads.total - leads.suppressed,
      suppressed: leads.suppressed,
      alsoActiveElsewhere: leads.active_elsewhere,
      badEncoding: leads.bad_encoding,
    },
    steps: steps.map((step) => ({
      id: String(step.id),
      number: step.seq_number,
      kind: step.seq_type,
      variants: step.variants.map((variant) => ({
        id: String(variant.id),
        label: variant.label,
        enabled: !variant.is_paused,
        subjectEmpty: variant.subject.trim() === '',
        bodyEmpty: isBlankHtml(variant.email_body),
        spamWords:
          options.scanLeads && step.seq_type === 'EMAIL'
            ? [
                ...new Set(
                  findCopyHints({
                    subject: variant.subject,
                    html: variant.email_body,
                    text: variant.email_body,
                    isThreadReply: true,
                  })
                    .filter((hint) => hint.code === 'spam_words')
                    .flatMap((hint) => hint.found),
                ),
              ]
            : [],
      })),
    })),
    missingFields: options.scanLeads
      ? await findMissingMergeData(workspaceId, sql, campaign.id, variants, campaign.allow_missing_fields)
      : [],
    missingFieldsAllowed: false,
    brokenTemplates: variants.flatMap((variant) =>
      [variant.subject, variant.body].flatMap((tree) =>
        tree.problems.map((problem) => ({
          stepId: variant.stepId,
          stepNumber: variant.stepNumber,
          variantId: variant.variantId,
          variantLabel: variant.label,
          message: problem.message,
          excerpt: tree.source.slice(problem.start, Math.min(problem.end, problem.start + 40)),
        })),
      ),
    ),
    mailboxes: mailboxes.map((mailbox) => ({
      id: String(mailbox.id),
      email: mailbox.from_email,
      state: mailboxState(mailbox),
      warmupDays: warmupDays(mailbox, now),
    })),
    warmupAgeDays,
    schedule: scheduleOf(campaign),
    optOut: {
      header: campaign.add_unsubscribe_header,
      stepsWithoutText: hasText
        ? []
        : steps
            .filter(
              (step) =>
                step.seq_type === 'EMAIL' &&
                step.variants.some((variant) => !variant.is_paused && !variant.email_body.includes('%unsubscribe-')),
            )
            .map((step) => step.seq_number),
    },
    domains: domains.flatMap((row) =>
      typeof row.dns_check['spf'] === 'object'
        ? [
            {
              domain: row.domain,
              spf: dnsResult(row.dns_check['spf']),
              dkim: dnsResult(row.dns_check['dkim']),
              dmarc: dnsResult(row.dns_check['dmarc']),
            },
          ]
        : [],
    ),
    links: options.links,
    placement: placement && { inboxShare: placement.good / placement.known, threshold: placementThreshold },
    emailCreditsLeft,
  };
  return { input, steps };
}

/** Enabled variants of e-mail steps. */
function parseVariants(steps: readonly StepRecord[]): ParsedVariant[] {
  return steps
    .filter((step) => step.seq_type === 'EMAIL')
    .flatMap((step) =>
      step.variants
        .filter((variant) => !variant.is_paused)
        .map((variant) => ({
          stepId: String(step.id),
          stepNumber: step.seq_number,
          variantId: String(variant.id),
          label: variant.label,
          ...parseStep({ subject: variant.subject, body: variant.email_body }),
        })),
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
