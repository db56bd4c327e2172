import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { counted } from '@skein/ui/counted';
import type { Edit } from '../edit.types';
import { dayNames } from '../setup/days';
import type { WhatIf } from './forecast-series';

/** What of a setup can be tried by a slider. */
export type Lever = 'message_per_day' | 'mailbox_count' | 'max_leads_per_day' | 'follow_up_percentage';

/** The setup as it is: mailboxes, emails a mailbox and day, new leads a day (0 = no limit), percent kept for follow-ups. */
export type Present = Record<Lever, number>;

/** Mailboxes of the campaign and what each sends a day on average; one of 50 while none is chosen. */
export function presentOf(campaign: CampaignView, mailboxes: readonly { message_per_day: number }[] = []): Present {
  const count = Math.max(1, mailboxes.length);
  const sum = mailboxes.reduce((total, mailbox) => total + mailbox.message_per_day, 0);
  return {
    message_per_day: Math.round(sum / count) || 50,
    mailbox_count: count,
    max_leads_per_day: campaign.schedule.max_leads_per_day,
    follow_up_percentage: campaign.settings.follow_up_percentage,
  };
}

/** Asks for another value of a lever; the present one asks for nothing. */
export function pull(ask: WhatIf, lever: Lever, value: number, present: Present): WhatIf {
  const { [lever]: _, ...rest } = ask;
  return value === present[lever] ? rest : { ...rest, [lever]: value };
}

const numeric = (value: number) => value.toLocaleString('en-US');
const namesOf = (days: readonly number[]) => days.map((day) => dayNames[day - 1]).join(', ');

/** What is asked for, in words, beside what is. */
export function differencesOf(ask: WhatIf, present: Present, { schedule }: CampaignView): string[] {
  const { message_per_day: cap, mailbox_count: mailboxes, max_leads_per_day: leads, follow_up_percentage: kept } = ask;
  const found: string[] = [];
  if (cap !== undefined) found.push(`${cap} a day per mailbox instead of ${present.message_per_day}`);
  if (mailboxes !== undefined)
    found.push(`${counted(mailboxes, 'mailbox', 'mailboxes')} instead of ${present.mailbox_count}`);
  if (leads !== undefined) {
    const wanted = leads === 0 ? 'no limit of' : numeric(leads);
    const now = present.max_leads_per_day === 0 ? 'no limit' : numeric(present.max_leads_per_day);
    found.push(`${wanted} new leads a day instead of ${now}`);
  }
  if (kept !== undefined) found.push(`${kept}% for follow-ups instead of ${present.follow_up_percentage}%`);
  if (ask.start_hour !== undefined || ask.end_hour !== undefined) {
    const wanted = `${ask.start_hour ?? schedule.start_hour} to ${ask.end_hour ?? schedule.end_hour}`;
    found.push(`${wanted} instead of ${schedule.start_hour} to ${schedule.end_hour}`);
  }
  if (ask.days !== undefined) found.push(`${namesOf(ask.days)} instead of ${namesOf(schedule.days)}`);
  return found;
}

/** What of it the campaign's own setup can take: the rest is about mailboxes, which are chosen and set elsewhere. */
export function editOf(ask: WhatIf): Edit {
  const { start_hour, end_hour, days, max_leads_per_day, follow_up_percentage } = ask;
  const schedule = {
    ...(start_hour === undefined ? {} : { start_hour }),
    ...(end_hour === undefined ? {} : { end_hour }),
    ...(days === undefined ? {} : { days }),
    ...(max_leads_per_day === undefined ? {} : { max_leads_per_day }),
  };
  return {
    ...(Object.keys(schedule).length > 0 ? { schedule } : {}),
    ...(follow_up_percentage === undefined ? {} : { settings: { follow_up_percentage } }),
  };
}

/** What is still asked for once {@link editOf} is applied. */
export const afterEdit = ({ mailbox_count, message_per_day }: WhatIf): WhatIf => ({
  ...(mailbox_count === undefined ? {} : { mailbox_count }),
  ...(message_per_day === undefined ? {} : { message_per_day }),
});

const twice = (value: number, least: number) => Math.max(least, Math.ceil((value * 2) / 10) * 10);

/** How far each slider goes: from, to. */
export const rangesOf = (present: Present): Record<Lever, [number, number]> => ({
  message_per_day: [Math.min(5, present.message_per_day), twice(present.message_per_day, 80)],
  mailbox_count: [1, Math.min(500, Math.max(12, present.mailbox_count * 2))],
  max_leads_per_day: [0, twice(present.max_leads_per_day, 200)],
  follow_up_percentage: [0, 100],
});
