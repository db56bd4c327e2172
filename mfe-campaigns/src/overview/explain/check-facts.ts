import { espNames } from '@skein/contracts/main/campaign-settings';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { counted } from '@skein/ui/counted';
import { spokenInstant, timeOfDay, zoneLabel, zoneName } from '@skein/ui/instant';
import { blockSourceWords, codeWords } from '../../state-labels';

type Check = ExplanationView['checks'][number];
export interface FactSurroundings {
  now: Date;
  timeZone: string;
  mailboxEmail: (id: number) => string | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const count = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const espOf = (value: unknown): string => espNames[value as keyof typeof espNames] ?? String(value);

/** The figures of one rule, and how a person reads them. */
interface Facts {
  facts: Check['facts'];
  isBinding: boolean;
  number: (name: string) => number | null;
  instant: (name: string) => string | null;
  /** Hours of the schedule, by its own clock; named where that is another than the reader's. */
  hours: (from: string, to: string) => string;
  zone: () => string | null;
  mailbox: string;
}

type Descriptions = Partial<Record<string, (facts: Facts) => string | null>>;

function readFacts(
  { facts, is_binding: isBinding }: Pick<Check, 'facts' | 'is_binding'>,
  { now, timeZone, mailboxEmail }: FactSurroundings,
): Facts {
  const number = (name: string) => count(facts[name]);
  return {
    facts,
    isBinding,
    number,
    instant: (name) =>
      number(name) === null ? null : spokenInstant(new Date(number(name) as number).toISOString(), now, timeZone),
    hours: (from, to) => {
      const zone = text(facts['time_zone']) ?? timeZone;
      const [begins, ends] = [new Date(number(from) ?? now), new Date(number(to) ?? now)];
      const name = zoneName(begins, zone);
      return `${timeOfDay(begins, zone)} to ${timeOfDay(ends, zone)}${name === zoneName(begins, timeZone) ? '' : ` ${name}`}`;
    },
    zone: () => (text(facts['time_zone']) === null ? null : zoneLabel(text(facts['time_zone']) as string)),
    mailbox: mailboxEmail(Number(facts['mailbox_id'])) ?? 'its mailbox',
  };
}

/** Why something rests or was slowed, how far it got today, and until when; `who` begins the line. */
const restLine = ({ facts, number, instant }: Facts, who?: string) =>
  text(facts['reason'])
    ? [
        who,
        text(facts['reason']),
        number('used') !== null && `${number('used')} of ${number('cap')} sent today`,
        instant('until') && `until ${instant('until')}`,
      ]
        .filter(Boolean)
        .join('; ')
    : null;

/** Rules about the lead and the step it is at. */
const leadFacts: Descriptions = {
  LEAD_ENDED: ({ facts, isBinding }) =>
    isBinding
      ? [text(facts['status']), text(facts['reason'])]
          .filter((part) => part !== null)
          .map(codeWords)
          .join(', ') || null
      : null,
  LEAD_SUPPRESSED: ({ facts }) =>
    facts['suppression'] ? `On the list: ${blockSourceWords(String(facts['suppression']))}` : null,
  STEP_IN_FLIGHT: ({ instant }) => (instant('send_at') ? `Leaves ${instant('send_at')}` : null),
  LEAD_ON_HOLD: ({ facts, instant }) => {
    if (facts['hold'] === 'RESTORED')
      return 'The database was restored. The lead may have been emailed or may have opted out since the backup';
    return facts['hold']
      ? [codeWords(String(facts['hold'])), instant('until') && `until ${instant('until')}`].filter(Boolean).join(' ')
      : null;
  },
  COMPANY_PAUSED: ({ facts, isBinding }) => (isBinding ? text(facts['domain']) : null),
  NO_STEP_LEFT: ({ number }) => `Step ${number('step')} of ${number('steps')}`,
  MANUAL_STEP: ({ facts, number }) =>
    facts['kind'] === 'EMAIL'
      ? null
      : facts['kind'] === 'LINKEDIN'
        ? `Step ${number('step')} is on LinkedIn`
        : `Step ${number('step')} is manual`,
  NO_VARIANT: ({ facts, number }) =>
    [counted(number('variants') ?? 0, 'variant'), text(facts['reason'])].filter(Boolean).join('. '),
  STEP_NOT_DUE: ({ number, instant }) =>
    instant('due_at') ? `Step ${number('step')}, due ${instant('due_at')}` : null,
  MISSING_MERGE_DATA: ({ facts }) =>
    text(facts['fields']) ? `Empty: ${String(facts['fields'])}` : 'Every field that the step needs',
  ESP_DO_NOT_SEND: ({ facts }) => `The lead is at ${espOf(facts['provider'])}`,
  ESP_ONLY_BY: ({ facts, isBinding }) =>
    isBinding
      ? `${espOf(facts['provider'])}: only by ${String(facts['senders'] ?? '')
          .split(', ')
          .map(espOf)
          .join(', ')}`
      : null,
  LEAD_WINDOW_CLOSED: ({ facts, zone }) => (facts['mode'] === 'CAMPAIGN' ? 'Sends by the campaign’s zone' : zone()),
};

const bouncesOf = (bounces: number | null, sent: number | null) =>
  `${counted(bounces ?? 0, 'bounce')} of ${counted(sent ?? 0, 'email')}`;

/** Rules about the campaign and its day. */
const campaignFacts: Descriptions = {
  IMPORT_ON_HOLD: (facts) => {
    const leads = facts.number('leads');
    const waiting = leads === 1 ? '1 new lead waits' : `${leads} new leads wait`;
    return restLine(facts, leads === null ? undefined : waiting);
  },
  CAMPAIGN_SLOWED: (facts) => restLine(facts),
  CAMPAIGN_NOT_ACTIVE: ({ facts, isBinding }) =>
    !isBinding
      ? null
      : [text(facts['status']), text(facts['reason'])]
          .filter((part) => part !== null)
          .map(codeWords)
          .join(', ') || null,
  BOUNCE_GUARD: ({ facts, number }) =>
    facts['enabled'] === false
      ? 'The guard is off'
      : [
          `${bouncesOf(number('bounces'), number('sent'))}; stops at ${number('threshold_percent')}% from ${number('minimum_sent')} sent`,
          number('answered_sent') !== null &&
            `Not counted again: ${bouncesOf(number('answered_bounces'), number('answered_sent'))} of an import that was put on hold`,
        ]
          .filter(Boolean)
          .join('. '),
  CREDITS: ({ number }) =>
    number('left') === null ? 'No limit' : `${counted(number('left') as number, 'email')} left`,
  CAMPAIGN_NOT_STARTED: ({ instant }) => (instant('start_at') ? `Starts ${instant('start_at')}` : null),
  HOLIDAY: ({ facts, isBinding }) => (isBinding ? text(facts['date']) : null),
  WINDOW_CLOSED: ({ facts, hours, zone }) =>
    facts['opens_today'] ? `Today ${hours('from', 'to')}` : `Not open today in ${zone() ?? 'the campaign’s zone'}`,
  TRIGGER_INTERVAL: ({ number, instant }) =>
    [`Every ${number('interval_minutes')} min`, instant('last_trigger_at') && `last ${instant('last_trigger_at')}`]
      .filter(Boolean)
      .join('; '),
  COMPANY_DAILY_LIMIT: ({ facts, number }) =>
    number('limit') === null
      ? 'No limit'
      : facts['free_mail']
        ? 'A free-mail domain: not limited'
        : `${number('used')} of ${number('limit')} to ${text(facts['domain']) ?? 'the company'} today`,
  NEW_LEADS_PER_DAY: ({ facts, number }) =>
    facts['new_lead'] === false
      ? 'A follow-up: not limited'
      : number('left') === null
        ? null
        : `${number('left')} of ${number('limit')} left today`,
  NO_MAILBOX: ({ number }) => `${counted(number('attached') ?? 0, 'mailbox', 'mailboxes')} attached`,
};

/** Rules about the mailbox that would send. */
const mailboxFacts: Descriptions = {
  MAILBOX_PROVIDER_REST: (facts) => restLine(facts, facts.mailbox),
  MAILBOX_BOUNCE_REST: (facts) => restLine(facts, facts.mailbox),
  MAILBOX_BOUNCE_SLOW: (facts) => restLine(facts, facts.mailbox),
  MAILBOX_DETACHED: ({ isBinding, mailbox }) => (isBinding ? mailbox : null),
  MAILBOX_BUSY: ({ isBinding, mailbox }) => (isBinding ? mailbox : null),
  MAILBOX_TURN: ({ isBinding, mailbox }) => (isBinding ? mailbox : null),
  MAILBOX_SUSPENDED: ({ facts, isBinding, instant, mailbox }) =>
    isBinding
      ? [mailbox, text(facts['reason']), instant('since') && `since ${instant('since')}`].filter(Boolean).join(', ')
      : mailbox,
  MAILBOX_FAILING: ({ facts, isBinding, instant, mailbox }) =>
    isBinding
      ? [mailbox, text(facts['reason']), instant('since') && `since ${instant('since')}`].filter(Boolean).join(', ')
      : mailbox,
  INBOX_NOT_READ: ({ facts, isBinding, instant, mailbox }) =>
    !isBinding
      ? null
      : [
          instant('read_at') ? `${mailbox} not read since ${instant('read_at')}` : `${mailbox} has not been read yet`,
          text(facts['reason']),
        ]
          .filter(Boolean)
          .join(': '),
  MAILBOX_RESTING: ({ facts, instant, mailbox }) =>
    [instant('until') ? `${mailbox}, until ${instant('until')}` : mailbox, text(facts['reason'])]
      .filter(Boolean)
      .join('. '),
  MAILBOX_WARMING: ({ number, instant, mailbox }) =>
    number('needed') === null
      ? null
      : [
          `${mailbox}, warmed up for ${number('days')} of ${counted(number('needed') ?? 0, 'day')}`,
          instant('until') ? `until about ${instant('until')}` : 'warmup is off or blocked',
        ].join('; '),
  MAILBOX_DAILY_CAP: ({ facts, isBinding, number, zone, mailbox }) =>
    [
      `${mailbox}, ${number('used')} of ${number('cap')}; day in ${zone() ?? 'its zone'}`,
      isBinding ? text(facts['reason']) : null,
    ]
      .filter(Boolean)
      .join('. '),
  MAILBOX_ROLLING_CAP: ({ number, instant }) =>
    [`At most ${number('cap')} in 24 hours`, instant('free_at') && `free ${instant('free_at')}`]
      .filter(Boolean)
      .join('; '),
  MAILBOX_GAP: ({ number, instant }) =>
    [`${number('gap_minutes')} min between emails`, instant('last_send_at') && `last ${instant('last_send_at')}`]
      .filter(Boolean)
      .join('; '),
};

/**
 * What a rule was decided on, as a person says it: "rosa@acme.test, 30 of 30". The figures are the planner's own; a rule without
 * figures is told by its text when it decides, and needs no second line when it does not.
 */
export function describeFacts(
  check: Pick<Check, 'code' | 'facts' | 'is_binding' | 'text'>,
  surroundings: FactSurroundings,
): string | null {
  const describe = leadFacts[check.code] ?? campaignFacts[check.code] ?? mailboxFacts[check.code];
  if (describe) return describe(readFacts(check, surroundings));
  return check.is_binding ? check.text : null;
}
