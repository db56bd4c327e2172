import type { CampaignStatus } from '@skein/contracts/constants';
import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { inWords, nextTime } from '../../next-time';

/** What a lead without a date of its own waits for that only a person can end. */
const needsPerson: ReadonlySet<string> = new Set([
  'LEAD_PAUSED',
  'COMPANY_PAUSED',
  'LEAD_SUPPRESSED',
  'MANUAL_STEP',
  'MISSING_MERGE_DATA',
  'NO_VARIANT',
  'NO_MAILBOX',
  'MAILBOX_DETACHED',
  'MAILBOX_SUSPENDED',
  'MAILBOX_FAILING',
  'BOUNCE_GUARD',
  'PLAN_EXPIRED',
  'CREDITS',
]);
/** What keeps the whole campaign until the window opens. */
const closed: ReadonlySet<string> = new Set(['WINDOW_CLOSED', 'HOLIDAY', 'LEAD_WINDOW_CLOSED']);

export interface NextSendPlace {
  now: Date;
  timeZone: string;
  status: CampaignStatus;
  explanation: Pick<ExplanationView, 'binding'> | undefined;
}

/** As the campaign's own line says it; without a time once that has come. */
function opening(what: string, until: string, now: Date, timeZone: string): { text: string; at: string | null } {
  const coming = nextTime(until, now, timeZone);
  return coming ? { text: `${what} ${inWords(coming)}`, at: until } : { text: 'In the queue', at: null };
}

/** When the next e-mail to an open lead leaves, or what it waits for. `at` is the instant that the words are about. */
export function nextSend(
  row: Pick<CampaignLeadRow, 'status' | 'constraint_code' | 'next_eligible_at' | 'next_due_at'>,
  { now, timeZone, status, explanation }: NextSendPlace,
): { text: string; at: string | null } {
  const at = row.next_eligible_at ?? row.next_due_at;
  if (row.status === 'PAUSED' || (row.constraint_code !== null && needsPerson.has(row.constraint_code)))
    return { text: 'Needs you', at: null };
  // A date that has passed says nothing about what comes: then it waits for the window, or in line.
  const coming = nextTime(at, now, timeZone);
  if (coming) return { text: inWords(coming), at };
  if (status === 'DRAFTED') return { text: 'After the launch', at: null };
  if (status !== 'ACTIVE') return { text: 'Needs you', at: null };
  const binding = explanation?.binding;
  if (binding && needsPerson.has(binding.code)) return { text: 'Needs you', at: null };
  const until = binding?.until ?? null;
  if (binding && until && closed.has(binding.code)) return opening('Window opens', until, now, timeZone);
  if (binding && until && binding.code === 'CAMPAIGN_NOT_STARTED') return opening('Starts', until, now, timeZone);
  return { text: 'In the queue', at: null };
}
