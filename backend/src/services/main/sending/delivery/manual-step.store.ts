import type { LeadId } from '@skein/contracts/ids';
import { composeMail } from '@skein/template/compose';
import type { SqlClient } from '#platform/db/database';
import { linkedInActions, type LinkedInAction } from '#platform/linkedin/linkedin-provider';
import type { StepRow, CampaignRow } from '#lifecycle/lifecycle.api';
import { leadFields, parsedVariant, type LeadColumns } from './missing-fields';

/** Settings of a manual or LinkedIn step in addition to its texts. */
export interface StepDetail {
  priority?: string;
  due_in_days?: number;
  assigned_user_id?: number;
  linkedin_type?: string;
  accept_within_days?: number;
  /** The campaign's. */ team_member_id?: number | null;
}

/** A lead that a step's texts are filled in for. */
export interface TextLead extends LeadColumns {
  lead_id: LeadId;
  spin_index: number;
}

/** The details of steps, by step. */
export async function readDetails(
  sql: SqlClient,
  campaign: Pick<CampaignRow, 'workspace_id'>,
  stepIds: readonly number[],
): Promise<Map<number, StepDetail>> {
  const { rows } = await sql.query<{ id: number; detail: StepDetail; team_member_id: number | null }>(
    `
      select s.id, s.detail, c.team_member_id
      from sequence_step s
      join campaign c on c.id = s.campaign_id
      where s.workspace_id = $1 and s.id = any($2)
    `,
    [campaign.workspace_id, stepIds],
  );
  return new Map(rows.map((row) => [row.id, { ...row.detail, team_member_id: row.team_member_id }]));
}

/** What a LinkedIn step does. */
export const linkedInKind = (detail: StepDetail): LinkedInAction =>
  linkedInActions.find((known) => known === detail.linkedin_type) ?? 'VISIT_PROFILE';

/** The texts of a step for a lead, as plain text: those of the first variant that is in use. */
export function manualTexts(
  campaign: CampaignRow,
  step: StepRow,
  lead: TextLead,
  now: number,
): { subject: string; body: string } {
  const variant =
    step.variants.find(
      (candidate) => step.snapshot.variants.find((entry) => entry.id === String(candidate.id))?.enabled,
    ) ?? step.variants[0];
  if (!variant) return { subject: '', body: '' };
  const trees = parsedVariant(variant);
  const composed = composeMail({
    subject: trees.subject,
    body: trees.body,
    fields: leadFields(lead),
    sender: { name: '', email: '', signatureHtml: null },
    seed: { campaignId: campaign.id, leadId: lead.lead_id, stepNumber: step.seq_number, position: lead.spin_index },
    mode: campaign.spintax_mode === 'INCREMENTAL' ? 'incremental' : 'random',
    clock: { now, zone: campaign.time_zone },
    thread: null,
    unsubscribe: null,
    tracking: null,
    plainTextOnly: true,
  });
  return { subject: composed.subject.trim(), body: composed.text.trim() };
}
