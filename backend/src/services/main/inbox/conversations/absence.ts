import { dayText } from '#platform/clock/day-text';
import type { ConversationRecord } from './conversations.store';

type Hold = Pick<ConversationRecord, 'hold_kind' | 'hold_until'>;

/** Whether an out-of-office is over: its day of return has come, and its row is kept until the next email leaves. */
export const isAbsenceOver = ({ hold_kind, hold_until }: Hold, now: Date): boolean =>
  hold_kind === 'OUT_OF_OFFICE' && hold_until !== null && hold_until <= now;

/** What an absence does with the sequence, in one sentence. */
export function absenceNote(hold: Hold, now: Date): string {
  if (!hold.hold_until) return 'The sequence waits for someone to resume it';
  return isAbsenceOver(hold, now)
    ? `Resumed ${dayText(hold.hold_until, now)}, when they returned`
    : `Paused until ${dayText(hold.hold_until, now)}, when they return`;
}
