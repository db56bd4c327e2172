import { senderReason, type SenderCauseName } from '@skein/contracts/sender-causes';
import type { SendingRest } from '#platform/mail/sending-rest.store';
import { comparable } from '../inbox-sync/phrase-finder';

const HOUR = 60;
const DAY = 24 * HOUR;
/** A server that names a longer time is asked again after this. */
const longest = 7 * DAY;

/** Minutes of rest by cause where the words name no time: the first, the second, the third refusal in a row, and the last from then on. */
const waits: Record<SenderCauseName, readonly number[]> = {
  LIMIT: [HOUR, 4 * HOUR, 12 * HOUR, DAY],
  SUSPENDED: [6 * HOUR, DAY],
  SPAM_FILTER: [2 * HOUR, 12 * HOUR, DAY],
  RELAY: [HOUR, 6 * HOUR, DAY],
  SENDER_REFUSED: [HOUR, 6 * HOUR, DAY],
  LOGIN: [HOUR, 6 * HOUR, DAY],
};
/** Words that could also be about one email: the mailbox is soon tried with another one. */
const waitsWhenUnsure: readonly number[] = [30, 2 * HOUR, 12 * HOUR, DAY];
const waitsForSpeed: readonly number[] = [15, HOUR, 4 * HOUR, DAY];

/**
 * How long a mailbox rests after a refusal that is about its sender, in minutes: one number for each refusal in a row.
 * The time that the server's words name comes first, then the one they imply: the next full hour for a limit per hour,
 * 24 hours for one per day.
 * @param now campaign time in milliseconds
 */
export function restAfterRefusal(
  { cause, isSure }: { cause: SenderCauseName; isSure: boolean },
  words: string,
  now: number,
): readonly number[] {
  const text = comparable(words, 4_000);
  const named = namedMinutes(text);
  if (named !== null) return [named, ...waits[cause].filter((minutes) => minutes > named)];
  if (!isSure) return waitsWhenUnsure;
  if (cause !== 'LIMIT') return waits[cause];
  if (PER_HOUR.test(text)) return [toNextHour(now), HOUR + toNextHour(now), 4 * HOUR, DAY];
  if (PER_DAY.test(text)) return [DAY];
  if (SPEED.test(text)) return waitsForSpeed;
  return waits.LIMIT;
}

/** The rest of a mailbox as it is written. @param now campaign time in milliseconds */
export const restOfSender = (
  sender: { cause: SenderCauseName; isSure: boolean },
  words: string,
  now: number,
): SendingRest => ({
  cause: sender.cause,
  reason: senderReason(sender.cause, words),
  words: words.replace(/\s+/g, ' ').trim(),
  minutes: restAfterRefusal(sender, words, now),
});

/** The clock of a provider may be some minutes behind. */
const margin = 3;
const toNextHour = (now: number): number => {
  const left = HOUR - (Math.floor(now / 60_000) % HOUR) + margin;
  return left < 10 ? left + HOUR : left;
};

const UNITS: readonly [RegExp, number][] = [
  [/^(?:s|sec|secs|second|seconds|sekunden|secondes|segundos|secondi|секунд)$/, 1 / 60],
  [/^(?:m|min|mins|minute|minutes|minuten|minutos|minuti|минут)$/, 1],
  [/^(?:h|hr|hrs|hour|hours|stunde|stunden|heure|heures|hora|horas|ora|ore|uur|timmar|timer|часа|часов|час)$/, HOUR],
  [/^(?:d|day|days|tag|tagen|tage|jour|jours|día|días|dia|dias|giorno|giorni|dag|dagen|dagar|dni|суток|дней)$/, DAY],
];

/** "try again in 5.03 hours", "Retry after 3600 seconds", "please wait 15 minutes", "reset in 2 hours". */
const NAMED =
  /(?:again|retry|wait|reset|resets|resume|later|after|erneut|warten|réessayez|réessayer|patientez|intente|espere|riprova|attendere|opnieuw|повторите|через)(?: [\p{L}',]{1,20}){0,3} (\d{1,5}(?:\.\d{1,2})?)(?: ?(?:-|to) ?\d{1,4})? ?(\p{L}{1,9})/u;

function namedMinutes(text: string): number | null {
  if (
    /\b(?:tomorrow|next day|morgen|demain|mañana|amanhã|domani)\b/.test(text) &&
    /again|retry|reset|erneut/.test(text)
  )
    return DAY;
  const found = NAMED.exec(text);
  const unit = found && UNITS.find(([names]) => names.test(found[2]!))?.[1];
  if (!found || !unit) return null;
  return Math.min(longest, Math.max(5, Math.ceil(Number(found[1]) * unit) + 1));
}

const PER_HOUR =
  /hourly|per hour|an hour|hour limit|in (?:the )?(?:last|past) hour|within (?:the|an|one|1) hour|every hour|per 60 min|in last 60|each hour|pro stunde|stundenlimit|par heure|limite horaire|quota horaire|por hora|all'ora|limite orario|per uur|uurlimiet|per timme|na godzin|godzinowy|za hodinu|hodinov|óránként|pe oră|в час|часовой|на годину|saatlik|每小时|每小時|1時間|시간당/;
const PER_DAY =
  /daily|per day|a day|day limit|24[ -]?h|24 hour|last day|for today|today's|per diem|pro tag|tageslimit|tageskontingent|par jour|quotidien|journali|por día|por dia|al día|diari|giornalier|al giorno|per dag|daglimiet|per dygn|dzienny|na dobę|denní|za den|napi|zilnic|pe zi|в сутки|суточн|дневной|добов|günlük|每天|每日|1日|하루|일일/;
const SPEED =
  /per (?:minute|second)|minute limit|rate|throttl|too fast|too quickly|slow down|concurrent|simultaneous|connection|sessions|login|log ?in|auth|thread|burst/;
