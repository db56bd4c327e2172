import { z } from 'zod';
import { leadProviders, limits } from '../constants';
import { timeZone } from '../schemas';

/** What became of the mails to a lead, as filters. */
export const emailStatusFilters = [
  'is_opened',
  'is_clicked',
  'is_replied',
  'is_bounced',
  'is_unsubscribed',
  'is_accepted',
  'not_replied',
  'is_sender_bounced',
  'got_reply',
] as const;
export type EmailStatusFilter = (typeof emailStatusFilters)[number];

/** Longest text of a standard lead field and of a custom one, in characters. */
export const leadFieldLength = 1_000;
export const customFieldLength = 10_000;

const text = z
  .union([z.string(), z.number().transform(String)])
  .transform((value) => value.trim())
  .pipe(z.string().max(leadFieldLength, `can have at most ${leadFieldLength} characters`))
  .nullable()
  .optional();

export const customFields = z
  .record(
    z.string().trim().min(1).max(120),
    z.union([
      z.string().max(customFieldLength, `can have at most ${customFieldLength} characters`),
      z.number(),
      z.boolean(),
      z.null(),
    ]),
  )
  .refine(
    (fields) => Object.keys(fields).length <= limits.customFields,
    `can have at most ${limits.customFields} fields`,
  );

/** A lead as it is given: only the address is needed, and the loose rule holds for it here; import says which rows fail. */
export const leadInput = z.object({
  email: z.string().max(1_000),
  first_name: text,
  last_name: text,
  phone_number: text,
  company_name: text,
  website: text,
  location: text,
  linkedin_profile: text,
  company_url: text,
  custom_fields: customFields.nullable().optional(),
});
export type LeadInput = z.output<typeof leadInput>;

/** A change of a lead: null empties a field, what is left out stays, custom fields merge (null removes one). */
export const leadChange = leadInput.partial().extend({ time_zone: timeZone.nullable().optional() });
export type LeadChange = z.output<typeof leadChange>;

/** What told the time zone of a lead: a person, a column of its file, its city or country, or its phone number. */
export const leadZoneSources = ['GIVEN', 'COLUMN', 'PLACE', 'PHONE'] as const;
export type LeadZoneSource = (typeof leadZoneSources)[number];

export const leadSummary = z.object({
  id: z.number().int(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone_number: z.string().nullable(),
  company_name: z.string().nullable(),
  website: z.string().nullable(),
  location: z.string().nullable(),
  linkedin_profile: z.string().nullable(),
  company_url: z.string().nullable(),
  custom_fields: z.record(z.string(), z.unknown()),
  provider: z.enum(leadProviders),
  is_unsubscribed: z.boolean(),
  is_bounced: z.boolean(),
});
export type LeadSummary = z.output<typeof leadSummary>;
