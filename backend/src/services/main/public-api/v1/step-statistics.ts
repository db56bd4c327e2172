import type { CampaignId } from '@skein/contracts/ids';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { findStepExtras } from './statistics.store';
import { analytics, type Days, rangeOf, inWireNames } from './statistics';

/** The days of a campaign. */
interface SequenceDays {
  campaignId: CampaignId;
  days: Days;
}

/** Figures by step. Leads that were stopped count with the last step that they got. */
export async function readSequenceAnalytics(
  deps: MainDeps,
  who: RequestActor,
  raw: Request,
  { campaignId, days }: SequenceDays,
) {
  const { steps } = await analytics(deps, raw)
    .campaignSteps({ params: { campaignId }, query: rangeOf(days) })
    .catch(inWireNames);
  const extras = await deps.db.tenantSql(who.workspaceId, (sql) =>
    findStepExtras(who.workspaceId, sql, campaignId, {
      from: days.start_date,
      to: days.end_date,
      timeZone: days.time_zone,
    }),
  );
  return {
    ok: true as const,
    data: steps.map(({ step_id, seq_number, is_deleted, counts }) => ({
      email_campaign_seq_id: step_id,
      seq_number,
      sent_count: counts.sent,
      skipped_count: counts.skipped,
      open_count: counts.opened,
      click_count: counts.clicked,
      reply_count: counts.replied,
      positive_reply_count: counts.positive,
      bounce_count: counts.bounced,
      unsubscribed_count: counts.unsubscribed,
      failed_count: counts.failed,
      stopped_count: is_deleted ? 0 : (extras.stopped.get(seq_number) ?? 0),
      ln_connection_req_pending_count: extras.connections.get(step_id)?.pending ?? 0,
      ln_connection_req_accepted_count: extras.connections.get(step_id)?.accepted ?? 0,
      ln_connection_req_skipped_sent_msg_count: extras.connections.get(step_id)?.skipped ?? 0,
    })),
  };
}

/** Figures by variant, over the campaign's whole life; variants that were deleted are left out. */
export async function readVariantStatistics(deps: MainDeps, raw: Request, campaignId: CampaignId) {
  const { steps } = await analytics(deps, raw).campaignSteps({ params: { campaignId } });
  return {
    ok: true as const,
    data: steps
      .filter((step) => !step.is_deleted)
      .flatMap((step) =>
        step.variants
          .filter((variant) => !variant.is_deleted)
          .map(({ variant_id, label, subject, is_paused, counts }) => ({
            email_campaign_seq_id: step.step_id,
            seq_number: step.seq_number,
            seq_variant_id: variant_id,
            variant_label: label,
            subject,
            is_paused,
            sent_count: counts.sent,
            open_count: counts.opened,
            click_count: counts.clicked,
            reply_count: counts.replied,
            positive_reply_count: counts.positive,
            bounce_count: counts.bounced,
            unsubscribed_count: counts.unsubscribed,
          })),
      ),
  };
}
