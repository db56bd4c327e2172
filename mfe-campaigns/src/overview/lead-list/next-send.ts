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

/** The whole text, its first and second line where it has two, and the instant it refers to. */
interface NextSend {
  text: string;
  first: string;
  second: string | null;
  at: string | null;
}
const plain = (text: string): NextSend => ({ text, first: text, second: null, at: null });

/** As the campaign's own line says it; without a time once that has come. */
function moment(what: string, at: string | null, now: Date, timeZone: string): NextSend | null {
  const coming = nextTime(at, now, timeZone);
  if (!coming) return null;
  const first = [what, coming.at].filter(Boolean).join(' ');
  return { text: inWords({ at: first, away: coming.away }), first, second: coming.away, at };
}

/** When the next e-mail to an open lead leaves, or what it waits for. */
export function nextSend(
  row: Pick<CampaignLeadRow, 'status' | 'constraint_code' | 'next_eligible_at' | 'next_due_at'>,
  { now, timeZone, status, explanation }: NextSendPlace,
): NextSend {
  const at = row.next_eligible_at ?? row.next_due_at;
  if (row.status === 'PAUSED' || (row.constraint_code !== null && needsPerson.has(row.constraint_code)))
    return plain('Needs you');
  // A date that has passed says nothing about what comes: then it waits for the window, or in line.
  const coming = moment('', at, now, timeZone);
  if (coming) return coming;
  if (status === 'DRAFTED') return plain('After the launch');
  if (status !== 'ACTIVE') return plain('Needs you');
  const binding = explanation?.binding;
  if (binding && needsPerson.has(binding.code)) return plain('Needs you');
  const until = binding?.until ?? null;
  const what =
    binding && closed.has(binding.code) ? 'Window opens' : binding?.code === 'CAMPAIGN_NOT_STARTED' ? 'Starts' : null;
  return (what && moment(what, until, now, timeZone)) || plain('In the queue');
}
