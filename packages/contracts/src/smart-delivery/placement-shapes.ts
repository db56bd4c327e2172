import { z } from 'zod';
import { instant } from '../schemas';
import { runSummary } from './placement-summary';

export const placementTypes = ['manual', 'auto'] as const;
/** RUNNING also before the first run of a test that is planned. */
export const placementStatuses = ['RUNNING', 'PASS', 'FAIL', 'STOPPED'] as const;
/** In lists: also a test that was saved and never run. */
export const listedStatuses = [...placementStatuses, 'DRAFT'] as const;
export const placements = ['INBOX', 'TAB', 'SPAM', 'MISSING'] as const;
/**
 * Senders of one test at most; `emailDays`: for which the emails of a run are kept; share of mails in inbox and tabs
 * from which a run passes unless a test has a mark of its own (docs/domain.md, Deliverability).
 */
export const placementLimits = {
  senders: 50,
  variants: 26,
  everyDays: 90,
  passPercent: 85,
  belowRuns: 10,
  selfSentHours: 24,
  lateDays: 3,
  emailDays: 90,
} as const;

const tally = {
  mails: z.number().int(),
  inbox: z.number().int(),
  tab: z.number().int(),
  spam: z.number().int(),
  missing: z.number().int(),
  failed: z.number().int(),
  waiting: z.number().int(),
  /** Of the mails whose place is known, those in inbox or a tab, in percent; null while none is known. */
  score: z.number().int().nullable(),
};
export const placementTally = z.object(tally);
export type PlacementTally = z.output<typeof placementTally>;
export const group = z.object({ ...tally, name: z.string(), seconds: z.number().int().nullable() });
export type PlacementGroup = z.output<typeof group>;

export const testRow = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.enum(placementTypes),
  folder_id: z.number().int().nullable(),
  subject: z.string(),
  senders: z.number().int(),
  seeds: z.number().int(),
  every_days: z.number().int().nullable(),
  next_run_at: instant.nullable(),
  ends_at: instant.nullable(),
  runs: z.number().int(),
  is_stopped: z.boolean(),
  created_at: instant,
  /** The next run waits until somebody resumes the test. */
  is_paused: z.boolean(),
  status: z.enum(listedStatuses),
  latest: placementTally,
  /** From this placement in percent on, a run passes. */
  pass_percent: z.number().int(),
  /** Placement of the newest runs, oldest first. */
  trend: z.array(z.number().int().nullable()),
  last_run_at: instant.nullable(),
  /** The campaign whose step is tested. */
  campaign: z.string().nullable(),
  is_self_sent: z.boolean(),
  cron: z.string().nullable(),
  time_zone: z.string(),
  starts_at: instant.nullable(),
});
export type PlacementTestRow = z.output<typeof testRow>;

export const insight = group.extend({
  mailbox_id: z.number().int(),
  tests: z.number().int(),
  /** Placement of its newest runs, oldest first. */
  trend: z.array(z.object({ at: instant, score: z.number().int().nullable() })),
  spf: z.string().nullable(),
  dkim: z.string().nullable(),
  dmarc: z.string().nullable(),
});
export type PlacementInsight = z.output<typeof insight>;

/** What one run of a test says of one mailbox. */
export const mailboxRun = placementTally.extend({
  test_id: z.number().int(),
  /** null where the test has mailboxes that the person may not see: then it cannot be opened either. */
  test_name: z.string().nullable(),
  test_type: z.enum(placementTypes),
  run: z.number().int(),
  started_at: instant,
});
export type PlacementMailboxRun = z.output<typeof mailboxRun>;

/** What a list of emails is narrowed to: where they are, those on their way, and those that a server refused. */
export const listedPlacements = [...placements, 'WAITING', 'FAILED'] as const;

export const mailRow = z.object({
  id: z.number().int(),
  /** 0 where a person sent it with another tool. */
  mailbox_id: z.number().int(),
  sender: z.string(),
  seed_id: z.number().int(),
  seed: z.string(),
  provider: z.string(),
  region: z.string(),
  state: z.enum(['PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT', 'FAILED', 'CANCELLED']),
  send_at: instant,
  sent_at: instant.nullable(),
  landed: z.enum(placements).nullable(),
  landed_at: instant.nullable(),
  found_in: z.string().nullable(),
  failure_text: z.string().nullable(),
  kind: z.enum(['REAL', 'CONTROL']),
  client_ip: z.string().nullable(),
  spf: z.string().nullable(),
  dkim: z.string().nullable(),
  dmarc: z.string().nullable(),
  /** Which variant it was; null where the test has one text. */
  variant: z.string().nullable(),
});
export type PlacementMailRow = z.output<typeof mailRow>;

const step = z.object({
  key: z.string(),
  title: z.string(),
  text: z.string(),
  weight: z.enum(['high', 'medium', 'low']),
  /** Emails of the run that it is about. */
  mails: z.number().int(),
  /** Who can do it. */
  who: z.enum(['dns', 'server', 'list', 'writer', 'you']),
  /** The record to publish, or the text to send or change. */
  record: z.object({ type: z.string(), name: z.string(), value: z.string(), now: z.string().nullable() }).nullable(),
  sample: z.string().nullable(),
  link: z.string().nullable(),
  /** Whether a later check found it mended. */
  is_fixed: z.boolean(),
});
const authentication = z.object({
  ip: z.string().nullable(),
  sender: z.string(),
  spf: z.object({ result: z.string(), domain: z.string().nullable(), record: z.string().nullable(), text: z.string() }),
  dkim: z.array(
    z.object({
      result: z.string(),
      domain: z.string().nullable(),
      selector: z.string().nullable(),
      isAligned: z.boolean(),
      text: z.string(),
    }),
  ),
  dmarc: z.object({
    result: z.string(),
    domain: z.string().nullable(),
    policy: z.string().nullable(),
    record: z.string().nullable(),
    isSpfAligned: z.boolean(),
    isDkimAligned: z.boolean(),
    text: z.string(),
  }),
  arc: z.string(),
  bimi: z.object({ result: z.string(), location: z.string().nullable() }),
  mtaSts: z.string().nullable(),
  isEncrypted: z.boolean().nullable(),
});
export type PlacementAuthentication = z.output<typeof authentication>;
const listAnswer = z.object({
  zone: z.string(),
  list: z.string(),
  state: z.enum(['LISTED', 'CLEAR', 'NOT_ASKED']),
  codes: z.array(z.string()),
  text: z.string(),
  weight: z.enum(['high', 'medium', 'low']),
  page: z.string(),
});
export type PlacementListAnswer = z.output<typeof listAnswer>;
const spamVerdict = z.object({
  score: z.number(),
  threshold: z.number(),
  isSpam: z.boolean(),
  rules: z.array(z.object({ name: z.string(), points: z.number(), description: z.string() })),
});
export type PlacementStep = z.output<typeof step>;

const finding = z.object({ area: z.string(), text: z.string(), reason: z.string(), variant: z.string().nullable() });
export const report = testRow.extend({
  status: z.enum(placementStatuses),
  body_text: z.string(),
  is_sandbox: z.boolean(),
  /** Number of the run that is shown, and all of them. */
  run: z.number().int(),
  history: z.array(z.object({ number: z.number().int(), started_at: instant, ...tally })),
  by_provider: z.array(group),
  by_region: z.array(group),
  by_sender: z.array(group),
  /** Placement by variant, where the test has several; `name` is the letter. */
  by_variant: z.array(group),
  variants: z.array(z.object({ label: z.string(), subject: z.string(), body_text: z.string() })),
  /** Every email of the run, or none where `mails=none` asks so: `GET …/mails` has them a page at a time. */
  mails: z.array(mailRow),
  summary: runSummary,
  /** SPF, DKIM, DMARC, ARC and BIMI of one message of each sender as it arrived, and of the same message with the records of now. */
  authentication: z.array(
    z.object({
      sender: z.string(),
      arrived: authentication,
      now: authentication.nullable(),
      checked_at: instant.nullable(),
    }),
  ),
  addresses: z.array(
    z.object({
      ip: z.string(),
      mails: z.number().int(),
      lists: z.array(listAnswer),
      reverse: z.object({ state: z.string(), names: z.array(z.string()), text: z.string() }),
      owner: z
        .object({
          asn: z.number().int(),
          network: z.string(),
          country: z.string(),
          organisation: z.string().nullable(),
        })
        .nullable(),
      checked_at: instant,
    }),
  ),
  domain_lists: z.array(
    z.object({ domain: z.string(), is_link: z.boolean(), lists: z.array(listAnswer), checked_at: instant }),
  ),
  spam_filter: z.object({
    /** Whether a SpamAssassin is set up on this installation. */
    is_set_up: z.boolean(),
    verdicts: z.array(spamVerdict.extend({ sender: z.string() })),
  }),
  content: z.object({
    html: z.string().nullable(),
    size: z.number().int(),
    words: z.number().int(),
    text_share: z.number().int().nullable(),
    images: z.number().int(),
    subject_length: z.number().int(),
    is_unsubscribe_offered: z.boolean(),
    links: z.array(
      z.object({
        url: z.string(),
        /** Null while it was not opened. */
        text: z.string().nullable(),
        is_dead: z.boolean(),
        is_redirect: z.boolean(),
        /** Made with a lead's data, and therefore not opened. */
        is_personal: z.boolean(),
      }),
    ),
    /** `variant`: the letters that it is about; null for all. */
    findings: z.array(finding),
  }),
  control: z.object({ known: z.number().int(), good: z.number().int() }).nullable(),
  diagnosis: z.object({
    cause: z.enum(['COPY', 'INFRASTRUCTURE', 'MAILBOX', 'PROVIDER', 'NOTHING', 'UNCLEAR']),
    subject: z.string().nullable(),
    confidence: z.number(),
    affected: z.number().nullable(),
    others: z.number().nullable(),
  }),
  source: z
    .object({
      campaign_id: z.number().int(),
      campaign_name: z.string(),
      variant_id: z.number().int(),
      step: z.number().int(),
      variant: z.string(),
    })
    .nullable(),
  description: z.string(),
  rest_below: z.number().int().nullable(),
  cap_to: z.number().int().nullable(),
  below_runs: z.number().int(),
  /** What automations did after this run. */
  actions: z.array(z.object({ mailbox: z.string(), action: z.string(), text: z.string() })),
  checked_at: instant.nullable(),
  /** When what had arrived of the run that is shown was deleted; null while it is kept. Its figures stay. */
  emails_deleted_at: instant.nullable(),
  has_gap: z.boolean(),
  moves_leads: z.boolean(),
  pauses_step: z.boolean(),
  notifies: z.boolean(),
  /** How a person sends the run that is shown with another tool; null where Skein sends. */
  self_sending: z
    .object({
      /** Belongs anywhere in the subject, the text or a header. */
      code: z.string(),
      header: z.string(),
      seeds: z.array(z.object({ email: z.string(), provider: z.string(), region: z.string() })),
      found: z.number().int(),
      first_found_at: instant.nullable(),
      closes_at: instant,
      is_open: z.boolean(),
    })
    .nullable(),
  /** Whether records can be published from here: in the sandbox only. */
  can_publish: z.boolean(),
  steps: z.array(step),
});
export type PlacementReport = z.output<typeof report>;

export const message = mailRow.extend({
  headers: z.string().nullable(),
  body: z.string().nullable(),
  authentication: authentication.nullable(),
  spam: spamVerdict.nullable(),
  hops: z.array(
    z.object({
      from: z.string(),
      by: z.string(),
      ip: z.string().nullable(),
      at: instant.nullable(),
      seconds: z.number().int().nullable(),
      isEncrypted: z.boolean(),
    }),
  ),
});
export type PlacementMessage = z.output<typeof message>;
