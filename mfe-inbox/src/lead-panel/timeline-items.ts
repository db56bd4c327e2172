import { calendarWords } from '@skein/contracts/calendar-answer';
import type { PanelView } from '@skein/contracts/main/inbox-views';
import type { IconName } from '@skein/ui/icon';
import type { TimelineItem } from '@skein/ui/timeline';
import { readingWords } from './reading-text';

type Entry = PanelView['timeline'][number];

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
const step = (entry: Entry) =>
  entry.seq_number === null ? '' : ` ${entry.seq_number}${entry.variant_label ? ` ${entry.variant_label}` : ''}`;

/** What happened in words, its icon and its colour. */
export function titleOf(entry: Entry): { title: string; icon: IconName; tone?: TimelineItem['tone'] } {
  switch (entry.kind) {
    case 'SENT':
      return { title: entry.seq_number === null ? 'Reply sent' : `Step${step(entry)} sent`, icon: 'send' };
    case 'OPEN':
      return { title: `Opened ${times(entry.count)}`, icon: 'eye' };
    case 'CLICK':
      return { title: `Clicked ${times(entry.count)}`, icon: 'link' };
    case 'REPLY':
      return entry.calendar
        ? { title: calendarWords(entry.calendar.answer, null), icon: 'calendar' }
        : { title: 'Replied', icon: 'reply' };
    case 'AUTO_REPLY':
      return { title: 'Automatic reply', icon: 'moon' };
    case 'BOUNCE':
      return { title: 'Bounced', icon: 'alert', tone: 'danger' };
    case 'SENDER_BOUNCE':
      return { title: 'Refused for the sender', icon: 'alert', tone: 'warning' };
    case 'UNSUBSCRIBE':
      return { title: 'Unsubscribed', icon: 'block', tone: 'warning' };
    case 'CATEGORY':
      return { title: 'Categorised', icon: 'tag' };
    case 'FAILED':
      return { title: `Step${step(entry)} not sent`, icon: 'alert', tone: 'danger' };
    case 'IMPORTED':
      return { title: 'Imported', icon: 'upload' };
    default:
      // A kind that is newer than this page.
      return { title: entry.kind, icon: 'clock' };
  }
}

/**
 * The line below: what a machine did is said to be one, and evidence is cut to what fits. Of a meeting it is when it begins.
 * @param when an instant in words
 */
export function detailOf(entry: Entry, when: (iso: string) => string): string {
  if (entry.calendar) return entry.calendar.starts_at === null ? '' : when(entry.calendar.starts_at);
  const of = (entry.kind === 'OPEN' || entry.kind === 'CLICK') && entry.seq_number !== null ? `Step${step(entry)}` : '';
  return [of, readingWords(entry.text).replace(/<[^<>\s]{30,}>/g, 'a reply header')].filter(Boolean).join(', ');
}
