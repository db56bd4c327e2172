import { dayOfInstant } from '@skein/contracts/instant';
import { localDateAt } from '@skein/template/zone-clock';
import type { ConversationRecord } from './conversations.store';

type Hold = Pick<ConversationRecord, 'hold_kind' | 'hold_until'>;

/** Whether an out-of-office is over: its day of return has come, and its row is kept until the next email leaves. */
export const isAbsenceOver = ({ hold_kind, hold_until }: Hold, now: Date): boolean =>
  hold_kind === 'OUT_OF_OFFICE' && hold_until !== null && hold_until <= now;

/** What an absence does with the sequence, in one sentence. The day is named by the campaign's zone, in which it sends again. */
export function absenceNote(hold: Hold & Pick<ConversationRecord, 'campaign_zone'>, now: Date): string {
  const { hold_until: until, campaign_zone: zone } = hold;
  if (!until) return 'The sequence waits for someone to resume it';
  const yearOf = (at: Date) => localDateAt(zone, at.getTime()).slice(0, 4);
  const day = dayOfInstant(until, zone, yearOf(until) === yearOf(now) ? 'day' : 'year');
  return isAbsenceOver(hold, now) ? `Resumed ${day}, when they returned` : `Paused until ${day}, when they return`;
}
