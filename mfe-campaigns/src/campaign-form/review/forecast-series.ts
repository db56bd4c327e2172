import type { ForecastView, whatIf } from '@skein/contracts/main/review.contract';
import type { ChartSeries } from '@skein/ui/chart';
import { counted } from '@skein/ui/counted';
import type { z } from 'zod';
import { dayText } from '@skein/ui/instant';

export type WhatIf = z.input<typeof whatIf>;

/** Mailboxes that get a colour of their own; the others are drawn together. */
const drawn = 5;

/** Every calendar day from the first to the last, so that days without a send are seen as gaps. */
export function everyDay(days: readonly { date: string }[]): string[] {
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  if (!first || !last) return [];
  const found: string[] = [];
  for (
    let at = Date.parse(`${first}T00:00:00Z`);
    at <= Date.parse(`${last}T00:00:00Z`) && found.length < 800;
    at += 86_400_000
  )
    found.push(new Date(at).toISOString().slice(0, 10));
  return found;
}

/** The forecast as stacked columns: e-mails a day by mailbox, the largest first. */
export function forecastSeries(forecast: Pick<ForecastView, 'days' | 'mailboxes'>): {
  categories: string[];
  series: ChartSeries[];
} {
  const dates = everyDay(forecast.days);
  const byDate = new Map(
    forecast.days.map((day) => [day.date, new Map(day.by_mailbox.map((entry) => [entry.mailbox_id, entry.sent]))]),
  );
  const mailboxes = [...forecast.mailboxes].sort((one, other) => other.sent - one.sent);
  const alone = mailboxes.length <= drawn + 1 ? mailboxes : mailboxes.slice(0, drawn);
  const others = mailboxes.slice(alone.length);
  const values = (ids: readonly number[]) =>
    dates.map((date) => ids.reduce((sum, id) => sum + (byDate.get(date)?.get(id) ?? 0), 0));
  return {
    categories: dates.map((date) => dayText(date)),
    series: [
      ...alone.map((mailbox) => ({ id: String(mailbox.id), label: mailbox.from_email, values: values([mailbox.id]) })),
      ...(others.length > 0
        ? [
            {
              id: 'others',
              label: `${others.length} other mailboxes`,
              values: values(others.map((mailbox) => mailbox.id)),
            },
          ]
        : []),
    ],
  };
}

/** What a change brings, in a sentence: against the campaign as it is set up. */
export function compareForecasts(
  base: ForecastView,
  changed: ForecastView,
  differences: readonly string[],
): { text: string; last: string | null; tail: string; isBetter: boolean } {
  const days = base.sending_days - changed.sending_days;
  const emails = changed.emails - base.emails;
  const tail = [
    days === 0 ? 'as many sending days' : `${counted(Math.abs(days), 'sending day')} ${days > 0 ? 'sooner' : 'later'}`,
    emails === 0 ? '' : `${counted(Math.abs(emails), 'email')} ${emails > 0 ? 'more' : 'fewer'}`,
  ]
    .filter(Boolean)
    .join(', ');
  return {
    text: `With ${differences.join(', ')}: last send`,
    last: changed.last_send_at,
    tail,
    isBetter: days >= 0 && emails >= 0,
  };
}
