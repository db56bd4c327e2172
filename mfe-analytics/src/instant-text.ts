import { dateFormat } from '@skein/ui/date-format';

/** An instant in a zone: `17 Nov, 16:20`; with weekday, year and zone where all of it is asked for. */
export function instantText(iso: string, timeZone: string, isFull = false): string {
  return dateFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(isFull ? { weekday: 'short', year: 'numeric', timeZoneName: 'short' } : {}),
  }).format(new Date(iso));
}
