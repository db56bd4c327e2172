import { checkLead, fieldsOf, GROWS_TOO_LARGE, SYSTEM_FIELDS, type TemplateTree } from '@skein/template';
import { walkNodes } from '@skein/template/fields';
import type { MissingFieldFinding } from '../../../../../engine/sending/launch-gate';
import type { SqlClient } from '../../../../../platform/db/database';
import { runInSlices } from '../../../../../platform/jobs/run-in-slices';
import { isAllowed, leadFields } from '../../sending/sending.api';
import type { ParsedVariant } from './launch.types';
import { countBlankFields, findLaunchLeads } from './gather-launch.store';

const scanBatch = 5_000;

/** Whether a lead's record alone tells if it can fill a template: no conditions, no loops, no value that has to be a safe address. */
function isPlain(tree: TemplateTree): boolean {
  let plain = true;
  walkNodes(tree.nodes, (node) => {
    if (node.kind !== 'text' && node.kind !== 'variable' && node.kind !== 'spin' && node.kind !== 'placeholder')
      plain = false;
    if (node.kind === 'variable' && node.context === 'url') plain = false;
  });
  return plain;
}

/**
 * Leads without a value for a field that a text needs, over all leads. Plain templates are counted by one pass in the database
 * (a million leads in about a second); those with conditions are asked lead by lead with the sender's own check.
 */
export async function findMissingMergeData(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  variants: readonly ParsedVariant[],
  allowed: readonly string[],
): Promise<MissingFieldFinding[]> {
  const findings: MissingFieldFinding[] = [];
  const needed = new Map<string, boolean>();
  const plain = variants.filter((variant) => isPlain(variant.subject) && isPlain(variant.body));
  for (const variant of plain)
    for (const field of [...fieldsOf(variant.subject), ...fieldsOf(variant.body)])
      needed.set(field.name, (needed.get(field.name) ?? true) && field.hasFallback);
  const blank = await countBlankFields(workspaceId, sql, campaignId, fieldList(needed, false));
  const braced = await countBlankFields(workspaceId, sql, campaignId, fieldList(needed, true));
  const add = (variant: ParsedVariant, field: string, leads: number) => {
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
    for (const field of [...fieldsOf(variant.subject), ...fieldsOf(variant.body)])
      used.set(field.name, (used.get(field.name) ?? true) && field.hasFallback);
    for (const [field, hasFallback] of used)
      add(variant, field, (hasFallback || allowed.includes(field) ? braced : blank).get(field) ?? 0);
  }
  const conditional = variants.filter((variant) => !plain.includes(variant));
  for (const [variant, fields] of await scanLeads(workspaceId, sql, campaignId, conditional, allowed))
    for (const [field, leads] of fields) add(variant, field, leads);
  return findings;
}

const fieldList = (needed: ReadonlyMap<string, boolean>, mayBeBlank: boolean) =>
  [...needed]
    .filter(([, hasFallback]) => mayBeBlank || !hasFallback)
    .map(([name]) => ({ name, system: SYSTEM_FIELDS.find((system) => system === name) ?? null, mayBeBlank }));

async function scanLeads(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  variants: readonly ParsedVariant[],
  allowed: readonly string[],
): Promise<Map<ParsedVariant, Map<string, number>>> {
  const counts = new Map(variants.map((variant) => [variant, new Map<string, number>()]));
  if (variants.length === 0) return counts;
  for (let after = 0; ;) {
    const leads = await findLaunchLeads(workspaceId, sql, campaignId, after, scanBatch);
    await runInSlices(countMissing(leads, counts, allowed));
    if (leads.length < scanBatch) return counts;
    after = (leads.at(-1) as { id: number }).id;
  }
}

/** Counts the leads of a batch in `counts`, a text of a lead at a time: dozens of texts with conditions take a batch seconds. */
function* countMissing(
  leads: Awaited<ReturnType<typeof findLaunchLeads>>,
  counts: Map<ParsedVariant, Map<string, number>>,
  allowed: readonly string[],
): Generator<void, void, void> {
  for (const lead of leads) {
    const fields = leadFields(lead);
    for (const [variant, missing] of counts) {
      const names = new Set(
        [...checkLead(variant.subject, fields), ...checkLead(variant.body, fields)]
          .filter((value) => !isAllowed(value, allowed))
          .map((value) => value.name),
      );
      for (const name of names) missing.set(name, (missing.get(name) ?? 0) + 1);
      yield;
    }
  }
}
