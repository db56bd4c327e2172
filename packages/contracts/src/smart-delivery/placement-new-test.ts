import { z } from 'zod';
import { idOf } from '../ids';
import { idParam, instantInput, timeZone } from '../schemas';
import { placementLimits, placementTypes } from './placement-shapes';

const text = (most: number) => z.string().trim().min(1, 'is needed').max(most);
/** Providers of leads as matching knows them; seeds of every other provider stand for the rest. */
export const seedKindsOfLeads = ['GMAIL', 'OUTLOOK', 'OTHER'] as const;

const fields = {
  name: text(100),
  type: z.enum(placementTypes),
  folder_id: idParam.nullable().default(null),
  description: z.string().trim().max(500).default(''),
  /** Subject and text are needed unless a person sends with another tool. */
  subject: z.string().trim().max(500).default(''),
  body_text: z.string().trim().max(50_000).default(''),
  /** A person sends with another tool: they get the addresses of the seeds and a code to put into the email. */
  is_self_sent: z.boolean().default(false),
  body_html: z.string().max(100_000).nullable().default(null),
  /** The step that the text was taken from, as one of its leads gets it; both or none. */
  campaign_id: idOf('campaign').nullable().default(null),
  variant_id: idParam.nullable().default(null),
  /** Each sender also sends a plain, neutral email to each seed. */
  has_control: z.boolean().default(false),
  checks_links: z.boolean().default(true),
  checks_spam: z.boolean().default(true),
  /** Placement in percent from which a run passes. */
  pass_percent: z.number().int().min(1).max(100).default(placementLimits.passPercent),
  /** A mailbox whose placement in percent falls below this in the last `below_runs` runs rests, or gets the daily limit `cap_to`. */
  rest_below: z.number().int().min(1).max(100).nullable().default(null),
  below_runs: z.number().int().min(1).max(placementLimits.belowRuns).default(1),
  cap_to: z.number().int().min(1).max(10_000).nullable().default(null),
  /** Emails of one mailbox keep its gap; without it they follow each other at once. Campaign emails keep their gap either way. */
  has_gap: z.boolean().default(true),
  /** Leads of a mailbox that falls below `rest_below` move to the other mailboxes of their campaigns. */
  moves_leads: z.boolean().default(false),
  /** The step of the campaign that the text was taken from is paused when the run falls below `rest_below`. */
  pauses_step: z.boolean().default(false),
  /** People hear of it, by the channels that each has chosen. */
  notifies: z.boolean().default(false),
  /**
   * Variants of one step, each as a lead gets it: seeds get them in turn, so that each has a result of its own. Subject and text are those
   * of the first. Empty for one text.
   */
  variants: z
    .array(
      z.object({
        variant_id: idParam,
        subject: z.string().trim().max(500).default(''),
        body_text: z.string().trim().max(50_000).default(''),
        body_html: z.string().max(100_000).nullable().default(null),
      }),
    )
    .max(placementLimits.variants)
    .default([]),
  sender_ids: z.array(idParam).max(placementLimits.senders).default([]),
  /** Empty for all. */
  providers: z.array(z.string().max(60)).max(50).default([]),
  regions: z.array(z.string().max(60)).max(50).default([]),
  /** Single providers in single regions; empty for all. */
  seed_groups: z
    .array(z.object({ provider: z.string().max(60), region: z.string().max(60) }))
    .max(500)
    .default([]),
  /** Of the seeds that match, as many of each provider as its share among the leads of `campaign_id` asks for, or among all leads. */
  like_leads: z.boolean().default(false),
  every_days: z.number().int().min(1).max(placementLimits.everyDays).nullable().default(null),
  /** Instead of `every_days`: minute, hour, day of month, month and day of week, in `time_zone`; at most once an hour. */
  cron: z.string().trim().max(100).nullable().default(null),
  time_zone: timeZone.default('Etc/GMT'),
  /** When the first run of an automatic test begins; at once by default. */
  starts_at: instantInput.nullable().default(null),
  ends_at: instantInput.nullable().default(null),
};

/** What a placement test is made of. */
export const newTest = z.object({
  ...fields,
  /** The draft that becomes this test. */
  draft_id: idParam.nullable().default(null),
});

const settings = {
  name: fields.name,
  folder_id: idParam.nullable(),
  description: z.string().trim().max(500),
  every_days: z.number().int().min(1).max(placementLimits.everyDays).nullable(),
  cron: z.string().trim().max(100).nullable(),
  time_zone: timeZone,
  ends_at: instantInput.nullable(),
  pass_percent: z.number().int().min(1).max(100),
  rest_below: z.number().int().min(1).max(100).nullable(),
  below_runs: z.number().int().min(1).max(placementLimits.belowRuns),
  cap_to: z.number().int().min(1).max(10_000).nullable(),
  moves_leads: z.boolean(),
  pauses_step: z.boolean(),
  notifies: z.boolean(),
};

/**
 * What can be changed of a test that has runs; what is left out stays. Text, mailboxes and seeds stay, or its runs could not be compared.
 */
export const changedTest = z.object(settings).partial();

/** A test that somebody has begun to describe: nothing of it is needed yet. */
export const draftedTest = z.object({ ...fields, name: z.string().trim().max(100).default('') });
