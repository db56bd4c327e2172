import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { ReviewView } from '@skein/contracts/main/review.contract';
import { counted } from '@skein/ui/counted';
import { spokenInstant, zoneName } from '@skein/ui/instant';

type Launched = Pick<CampaignView, 'parent_campaign_id'> & {
  progress: Pick<CampaignView['progress'], 'total'>;
  schedule: Pick<CampaignView['schedule'], 'next_opening_at' | 'timezone' | 'time_zone_mode'>;
};
type Checked = Pick<ReviewView, 'mailboxes' | 'email_steps'>;

/** A sequence of tasks alone sends no email; a subsequence has no leads before its parent gives it some. */
function whoGetsWhat(
  { parent_campaign_id, progress: { total } }: Launched,
  { mailboxes, email_steps }: Checked,
): string {
  const from = counted(mailboxes, 'mailbox', 'mailboxes');
  if (parent_campaign_id !== null && total === 0)
    return email_steps === 0
      ? 'Leads of the parent campaign start when they meet its conditions.'
      : `Leads of the parent campaign get up to ${counted(email_steps, 'email')} each, from ${from}, when they meet its conditions.`;
  if (email_steps === 0) return `${counted(total, 'lead starts', 'leads start')}.`;
  return `${counted(total, 'lead gets', 'leads get')} up to ${counted(email_steps, 'email')} each, from ${from}.`;
}

/** In the zone of the schedule, which is what is launched. */
function whenItStarts(
  { next_opening_at: at, timezone, time_zone_mode: mode }: Launched['schedule'],
  now: Date,
): string {
  if (mode === 'LEAD') return 'Emails are sent in your sending window, by each lead’s time zone.';
  if (!at) return '';
  if (new Date(at) <= now) return 'Sending starts now: the sending window is open.';
  return `Sending starts ${spokenInstant(at, now, timezone)} ${zoneName(new Date(at), timezone)}, when the sending window opens.`;
}

/** Whom a launch writes to, how often at most, from where and from when. */
export function launchText(campaign: Launched, review: Checked, now: Date): string {
  return [
    whoGetsWhat(campaign, review),
    whenItStarts(campaign.schedule, now),
    'You can pause the campaign at any time.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Milliseconds that the message about a launch is on the screen: it is read until then. */
export const launchedFor = 5_000;

/**
 * What follows a launch. A time that passes while the message is shown is none of what comes: sending starts now.
 * @param scale campaign seconds in a real second
 */
export function launchedText(
  {
    next,
    schedule: { timezone },
  }: Pick<CampaignView, 'next'> & { schedule: Pick<CampaignView['schedule'], 'timezone'> },
  now: Date,
  scale: number,
): string {
  if (!next.at) return next.text;
  const at = new Date(next.at);
  if (at.getTime() <= now.getTime() + launchedFor * scale) return 'Sending starts now.';
  const time = `${spokenInstant(next.at, now, timezone)} ${zoneName(at, timezone)}`;
  return next.code === 'IMPORT_ON_HOLD' ? `${next.text} until ${time}.` : `${next.text} ${time}.`;
}
