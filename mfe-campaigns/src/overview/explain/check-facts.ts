import { espNames } from '@skein/contracts/main/campaign-settings';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { counted } from '@skein/ui/counted';
import { spokenInstant, timeOfDay, zoneLabel } from '@skein/ui/instant';
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

/**
 * What a rule was decided on, as a person says it: "rosa@acme.test, 30 of 30". The figures are the planner's own; a rule without
 * figures is told by its text when it decides, and needs no second line when it does not.
 */
export function describeFacts(
  { code, facts, is_binding: isBinding, text: binding }: Pick<Check, 'code' | 'facts' | 'is_binding' | 'text'>,
  { now, timeZone, mailboxEmail }: FactSurroundings,
): string | null {
  const number = (name: string) => count(facts[name]);
  const instant = (name: string) =>
    number(name) === null ? null : spokenInstant(new Date(number(name) as number).toISOString(), now, timeZone);
  const time = (name: string) => (number(name) === null ? null : timeOfDay(new Date(number(name) as number), timeZone));
  const zone = () => (text(facts['time_zone']) === null ? null : zoneLabel(text(facts['time_zone']) as string));
  const mailbox = mailboxEmail(Number(facts['mailbox_id'])) ?? 'its mailbox';
  switch (code) {
    case 'LEAD_ENDED':
      return isBinding
        ? [text(facts['status']), text(facts['reason'])]
            .filter((part) => part !== null)
            .map(codeWords)
            .join(', ') || null
        : null;
    case 'LEAD_SUPPRESSED':
      return facts['suppression'] ? `On the list: ${blockSourceWords(String(facts['suppression']))}` : null;
    case 'STEP_IN_FLIGHT':
      return instant('send_at') ? `Leaves ${instant('send_at')}` : null;
    case 'LEAD_ON_HOLD':
      if (facts['hold'] === 'RESTORED')
        return 'The database was restored. The lead may have been emailed or may have opted out since the backup';
      return facts['hold']
        ? [codeWords(String(facts['hold'])), instant('until') && `until ${instant('until')}`].filter(Boolean).join(' ')
        : null;
    case 'IMPORT_ON_HOLD':
    case 'CAMPAIGN_SLOWED':
    case 'MAILBOX_PROVIDER_REST':
    case 'MAILBOX_BOUNCE_REST':
    case 'MAILBOX_BOUNCE_SLOW':
      return text(facts['reason'])
        ? [
            code.startsWith('MAILBOX') && mailbox,
            text(facts['reason']),
            number('used') !== null && `${number('used')} of ${number('cap')} sent today`,
            instant('until') && `until ${instant('until')}`,
          ]
            .filter(Boolean)
            .join('; ')
        : null;
    case 'COMPANY_PAUSED':
      return isBinding ? text(facts['domain']) : null;
    case 'CAMPAIGN_NOT_ACTIVE':
      return !isBinding
        ? null
        : [text(facts['status']), text(facts['reason'])]
            .filter((part) => part !== null)
            .map(codeWords)
            .join(', ') || null;
    case 'BOUNCE_GUARD':
      return facts['enabled'] === false
        ? 'The guard is off'
        : `${counted(number('bounces') ?? 0, 'bounce')} of ${counted(number('sent') ?? 0, 'email')}; stops at ${number('threshold_percent')}% from ${number('minimum_sent')} sent`;
    case 'CREDITS':
      return number('left') === null ? 'No limit' : `${counted(number('left') as number, 'email')} left`;
    case 'NO_STEP_LEFT':
      return `Step ${number('step')} of ${number('steps')}`;
    case 'MANUAL_STEP':
      return facts['kind'] === 'EMAIL'
        ? null
        : facts['kind'] === 'LINKEDIN'
          ? `Step ${number('step')} is on LinkedIn`
          : `Step ${number('step')} is manual`;
    case 'NO_VARIANT':
      return [counted(number('variants') ?? 0, 'variant'), text(facts['reason'])].filter(Boolean).join('. ');
    case 'STEP_NOT_DUE':
      return instant('due_at') ? `Step ${number('step')}, due ${instant('due_at')}` : null;
    case 'MISSING_MERGE_DATA':
      return text(facts['fields']) ? `Empty: ${String(facts['fields'])}` : 'Every field that the step needs';
    case 'CAMPAIGN_NOT_STARTED':
      return instant('start_at') ? `Starts ${instant('start_at')}` : null;
    case 'HOLIDAY':
      return isBinding ? text(facts['date']) : null;
    case 'WINDOW_CLOSED':
      return facts['opens_today']
        ? `Today ${time('from')} to ${time('to')}`
        : `Not open today in ${zone() ?? 'the campaign’s zone'}`;
    case 'ESP_DO_NOT_SEND':
      return `The lead is at ${espOf(facts['provider'])}`;
    case 'ESP_ONLY_BY':
      return isBinding
        ? `${espOf(facts['provider'])}: only by ${String(facts['senders'] ?? '')
            .split(', ')
            .map(espOf)
            .join(', ')}`
        : null;
    case 'LEAD_WINDOW_CLOSED':
      return facts['mode'] === 'CAMPAIGN' ? 'Sends by the campaign’s zone' : zone();
    case 'TRIGGER_INTERVAL':
      return [
        `Every ${number('interval_minutes')} min`,
        instant('last_trigger_at') && `last ${instant('last_trigger_at')}`,
      ]
        .filter(Boolean)
        .join('; ');
    case 'COMPANY_DAILY_LIMIT':
      return number('limit') === null
        ? 'No limit'
        : facts['free_mail']
          ? 'A free-mail domain: not limited'
          : `${number('used')} of ${number('limit')} to ${text(facts['domain']) ?? 'the company'} today`;
    case 'NEW_LEADS_PER_DAY':
      return facts['new_lead'] === false
        ? 'A follow-up: not limited'
        : number('left') === null
          ? null
          : `${number('left')} of ${number('limit')} left today`;
    case 'NO_MAILBOX':
      return `${counted(number('attached') ?? 0, 'mailbox', 'mailboxes')} attached`;
    case 'MAILBOX_DETACHED':
    case 'MAILBOX_BUSY':
    case 'MAILBOX_TURN':
      return isBinding ? mailbox : null;
    case 'MAILBOX_SUSPENDED':
    case 'MAILBOX_FAILING':
      return isBinding
        ? [mailbox, text(facts['reason']), instant('since') && `since ${instant('since')}`].filter(Boolean).join(', ')
        : mailbox;
    case 'INBOX_NOT_READ':
      return !isBinding
        ? null
        : [
            instant('read_at') ? `${mailbox} not read since ${instant('read_at')}` : `${mailbox} has not been read yet`,
            text(facts['reason']),
          ]
            .filter(Boolean)
            .join(': ');
    case 'MAILBOX_RESTING':
      return [instant('until') ? `${mailbox}, until ${instant('until')}` : mailbox, text(facts['reason'])]
        .filter(Boolean)
        .join('. ');
    case 'MAILBOX_WARMING':
      return number('needed') === null
        ? null
        : [
            `${mailbox}, warmed up for ${number('days')} of ${counted(number('needed') ?? 0, 'day')}`,
            instant('until') ? `until about ${instant('until')}` : 'warmup is off or blocked',
          ].join('; ');
    case 'MAILBOX_DAILY_CAP':
      return [
        `${mailbox}, ${number('used')} of ${number('cap')}; day in ${zone() ?? 'its zone'}`,
        isBinding ? text(facts['reason']) : null,
      ]
        .filter(Boolean)
        .join('. ');
    case 'MAILBOX_ROLLING_CAP':
      return [`At most ${number('cap')} in 24 hours`, instant('free_at') && `free ${instant('free_at')}`]
        .filter(Boolean)
        .join('; ');
    case 'MAILBOX_GAP':
      return [
        `${number('gap_minutes')} min between emails`,
        instant('last_send_at') && `last ${instant('last_send_at')}`,
      ]
        .filter(Boolean)
        .join('; ');
    default:
      return isBinding ? binding : null;
  }
}
