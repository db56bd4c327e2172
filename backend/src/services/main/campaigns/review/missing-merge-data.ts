import type { WorkspaceId } from '@skein/contracts/ids';
import { GROWS_TOO_LARGE, SYSTEM_FIELDS, type LeadFields } from '@skein/template';
import type { MissingFieldFinding } from '#engine/sending/launch-findings';
import type { SqlClient } from '#platform/db/database';
import type { CampaignRecord } from '#access/access.api';
import { leadFields } from '#sending/sending.api';
import type { ReadVariant } from './launch.types';
import { countBlankFields, findLaunchLeads } from './gather-launch.store';

/** Leads that are handed to a thread at once: copying them must not take long either. */
const scanBatch = 1_000;

/** Counts the leads that lack each field of each text, with the sender's own check: a map for each text. */
export type CountMissing = (
  texts: readonly { subject: string; email_body: string }[],
  leads: readonly LeadFields[],
  allowed: readonly string[],
) => Promise<Map<string, number>[]>;

/** The variants whose variables are looked for in the campaign's leads. */
interface TextsToScan {
  campaign: Pick<CampaignRecord, 'id' | 'allow_missing_fields'>;
  variants: readonly ReadVariant[];
}

/**
 * Leads without a value for a field that a text needs, over all leads. Plain templates are counted by one pass in the database
 * (a million leads in about a second); those with conditions are asked lead by lead with the sender's own check.
 */
export async function findMissingMergeData(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaign, variants }: TextsToScan,
  countMissing: CountMissing,
): Promise<MissingFieldFinding[]> {
  const { id: campaignId, allow_missing_fields: allowed } = campaign;
  const findings: MissingFieldFinding[] = [];
  const needed = new Map<string, boolean>();
  const plain = variants.filter((variant) => variant.fields !== null);
  for (const variant of plain)
    for (const field of variant.fields ?? [])
      needed.set(field.name, (needed.get(field.name) ?? true) && field.hasFallback);
  const blank = await countBlankFields(workspaceId, sql, campaignId, fieldList(needed, false));
  const braced = await countBlankFields(workspaceId, sql, campaignId, fieldList(needed, true));
  const add = (variant: ReadVariant, field: string, leads: number) => {
    if (leads > 0)
      findings.push({
        field,
        stepId: variant.stepId,
        stepNumber: variant.stepNumber,
        variantId: variant.variantId,
        variantLabel: variant.label,
        leads,
        growsTooLarge: field === GROWS_TOO_LARGE,
      });
  };
  for (const variant of plain) {
    const used = new Map<string, boolean>();
    for (const field of variant.fields ?? []) used.set(field.name, (used.get(field.name) ?? true) && field.hasFallback);
    for (const [field, hasFallback] of used)
      add(variant, field, (hasFallback || allowed.includes(field) ? braced : blank).get(field) ?? 0);
  }
  const conditional = variants.filter((variant) => !plain.includes(variant));
  const scanned = await scanLeads(workspaceId, sql, { campaign, variants: conditional }, countMissing);
  for (const [variant, fields] of scanned) for (const [field, leads] of fields) add(variant, field, leads);
  return findings;
}

const fieldList = (needed: ReadonlyMap<string, boolean>, mayBeBlank: boolean) =>
  [...needed]
    .filter(([, hasFallback]) => mayBeBlank || !hasFallback)
    .map(([name]) => ({ name, system: SYSTEM_FIELDS.find((system) => system === name) ?? null, mayBeBlank }));

async function scanLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaign, variants }: TextsToScan,
  countMissing: CountMissing,
): Promise<Map<ReadVariant, Map<string, number>>> {
  const counts = new Map(variants.map((variant) => [variant, new Map<string, number>()]));
  if (variants.length === 0) return counts;
  const texts = variants.map(({ subject, email_body }) => ({ subject, email_body }));
  for (let after = 0; ;) {
    const leads = await findLaunchLeads(workspaceId, sql, { campaignId: campaign.id, after, limit: scanBatch });
    const found = await countMissing(texts, leads.map(leadFields), campaign.allow_missing_fields);
    for (const [index, missing] of [...counts.values()].entries())
      for (const [name, count] of found[index] ?? []) missing.set(name, (missing.get(name) ?? 0) + count);
    if (leads.length < scanBatch) return counts;
    after = (leads.at(-1) as { id: number }).id;
  }
}
