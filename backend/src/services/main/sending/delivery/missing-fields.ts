import { checkLead, type LeadFields } from '@skein/template';
import { parseStep } from '@skein/template/compose';
import { isAllowedMissing } from '#engine/sending/allowed-missing';
import type { StepRow } from '#lifecycle/lifecycle.api';

/** Columns of a lead that templates can use. */
export interface LeadColumns {
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone_number: string | null;
  company_name: string | null;
  website: string | null;
  location: string | null;
  linkedin_profile: string | null;
  company_url: string | null;
  custom_fields: Record<string, unknown>;
}

/** A lead as the templates see it: system fields, and custom fields as they are spelled. */
export function leadFields(row: LeadColumns): LeadFields {
  const system = {
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    phone_number: row.phone_number,
    company_name: row.company_name,
    website: row.website,
    location: row.location,
    linkedin_profile: row.linkedin_profile,
    company_url: row.company_url,
  };
  return { ...row.custom_fields, ...system } as LeadFields;
}

/** Without a lead the fields show their own names, so that a template can be read, and tested, before the import. */
export const exampleFields = {
  email: 'name@company.com',
  first_name: 'First name',
  last_name: 'Last name',
  company_name: 'Company',
  phone_number: 'Phone',
  website: 'company.com',
  location: 'Location',
  linkedin_profile: 'linkedin.com/in/name',
  company_url: 'company.com',
};

const parsed = new Map<string, ReturnType<typeof parseStep>>();
/** Trees of variants in use; bounded, since a variant that changes gets a new key. */
const mostParsed = 2000;

/** A variant's trees, parsed once for each state of its texts. */
export function parsedVariant(variant: {
  id: number;
  subject: string;
  email_body: string;
  updated_at: Date;
}): ReturnType<typeof parseStep> {
  const key = `${variant.id}:${variant.updated_at.getTime()}:${variant.subject.length}:${variant.email_body.length}`;
  let trees = parsed.get(key);
  if (!trees) {
    if (parsed.size >= mostParsed) parsed.clear();
    trees = parseStep({ subject: variant.subject, body: variant.email_body });
    parsed.set(key, trees);
  }
  return trees;
}

/**
 * Fields that a step needs of a lead, without value or fallback, in any of its variants, and that the campaign did not allow to be blank.
 */
export function missingFieldsOf(step: StepRow, row: LeadColumns, allowed: readonly string[]): string[] {
  const fields = leadFields(row);
  const missing = new Set<string>();
  for (const variant of step.variants) {
    const trees = parsedVariant(variant);
    for (const tree of [trees.subject, trees.body])
      for (const value of checkLead(tree, fields)) if (!isAllowedMissing(value, allowed)) missing.add(value.name);
  }
  return [...missing];
}
