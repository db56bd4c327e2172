import { DateTime } from 'luxon';
import { isCounted, mailsByIntent } from './check-once';
import type { CampaignEvidence, CheckOptions, Evidence, IntentEvidence, LeadEvidence, Violation } from './evidence';

const dayMs = 24 * 3_600_000;

/** Whether an instant lies inside a campaign's windows: read with a calendar of its own, so that the engine's cannot agree with itself. */
function isInWindow(
  campaign: Pick<CampaignEvidence, 'timeZone' | 'windows' | 'holidays'>,
  at: number,
  zone = campaign.timeZone,
): boolean {
  const local = DateTime.fromMillis(at, { zone });
  // A window over midnight belongs to the day on which it began.
  return [0, 1].some((daysBefore) => {
    const day = local.startOf('day').minus({ days: daysBefore });
    if (campaign.holidays.includes(day.toISODate() ?? '')) return false;
    return campaign.windows.some(({ days, start, end }) => {
      if (!days.includes(day.weekday) || start === end) return false;
      const minutes =
        local.hour * 60 + local.minute + (local.second * 1000 + local.millisecond) / 60_000 + daysBefore * 24 * 60;
      const [from, until] = [minutesOf(start), minutesOf(end)];
      return minutes >= from && minutes < (until > from ? until : until + 24 * 60);
    });
  });
}

const minutesOf = (text: string): number => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]);

/**
 * What left or may have left: mails the record holds, and those in doubt, which count as sent. The time is the engine's
 * own claim, checked against the record by FALSE_TIME.
 */
function leftIntents(evidence: Evidence): IntentEvidence[] {
  const mailsOf = mailsByIntent(evidence);
  return evidence.intents
    .filter((intent) => intent.kind === 'CAMPAIGN' && (isCounted(intent) || (mailsOf.get(intent.id)?.length ?? 0) > 0))
    .sort((one, other) => one.sendAt - other.sendAt);
}

function* groups<Row, Key>(rows: readonly Row[], key: (row: Row) => Key): Generator<[Key, Row[]]> {
  const found = new Map<Key, Row[]>();
  for (const row of rows) found.set(key(row), [...(found.get(key(row)) ?? []), row]);
  yield* found;
}

const localDate = (zone: string, at: number): string => DateTime.fromMillis(at, { zone }).toISODate() ?? '';

/** Invariants 3 and 4: caps, gaps, windows, starts and new leads a day, by the time that the engine claims; and that the claim is true. */
export function* checkLimits(evidence: Evidence, { flightTime }: CheckOptions): Generator<Violation> {
  const left = leftIntents(evidence);
  const leads = new Map(evidence.leads.map((lead) => [lead.id, lead]));
  const leadOf = new Map(evidence.enrolments.map((enrolment) => [enrolment.id, leads.get(enrolment.leadId)]));
  yield* checkTimes(evidence, flightTime);
  for (const [mailboxId, sends] of groups(left, (intent) => intent.mailboxId)) {
    const mailbox = evidence.mailboxes.find((box) => box.id === mailboxId);
    if (!mailbox) continue;
    for (const [date, ofDay] of groups(sends, (intent) => localDate(mailbox.timeZone, intent.sendAt)))
      if (ofDay.length > mailbox.dailyCap)
        yield {
          kind: 'OVER_DAILY_CAP',
          text: `${mailbox.email} sent ${ofDay.length} on ${date}, its cap is ${mailbox.dailyCap}`,
        };
    for (const [index, intent] of sends.entries()) {
      const until = sends[index + mailbox.dailyCap];
      if (until && until.sendAt - intent.sendAt < dayMs)
        yield {
          kind: 'OVER_ROLLING_CAP',
          text: `${mailbox.email} sent ${mailbox.dailyCap + 1} within 24 h, up to intent ${until.id}`,
        };
      const next = sends[index + 1];
      if (next && next.sendAt - intent.sendAt < mailbox.gapMs)
        yield {
          kind: 'UNDER_GAP',
          text: `${mailbox.email} sent intents ${intent.id} and ${next.id} ${Math.round((next.sendAt - intent.sendAt) / 1000)} s apart, its gap is ${mailbox.gapMs / 1000} s`,
        };
    }
  }
  for (const campaign of evidence.campaigns) {
    const mine = left.filter((intent) => intent.campaignId === campaign.id);
    for (const intent of mine) {
      if (
        !isInWindow(
          campaign,
          intent.sendAt,
          zoneOf(campaign, intent.enrolmentId === null ? undefined : leadOf.get(intent.enrolmentId)),
        )
      )
        yield {
          kind: 'OUTSIDE_WINDOW',
          text: `intent ${intent.id} left at ${new Date(intent.sendAt).toISOString()}, outside the window of campaign ${campaign.id}`,
        };
      if (campaign.startAt !== null && intent.sendAt < campaign.startAt)
        yield { kind: 'BEFORE_START', text: `intent ${intent.id} left before campaign ${campaign.id} starts` };
    }
    // The first mail of a lead, by the record's order, whatever the engine called it.
    const firsts = [...groups(mine, (intent) => intent.enrolmentId)].map(([, sends]) => sends[0] as IntentEvidence);
    for (const [date, ofDay] of groups(firsts, (intent) => localDate(campaign.timeZone, intent.sendAt)))
      if (ofDay.length > campaign.maxLeadsPerDay)
        yield {
          kind: 'OVER_MAX_LEADS',
          text: `campaign ${campaign.id} began ${ofDay.length} leads on ${date}, at most ${campaign.maxLeadsPerDay} may`,
        };
  }
}

/** By whose zone a lead's window and delays go. */
export const zoneOf = (campaign: CampaignEvidence, lead: LeadEvidence | undefined): string =>
  campaign.timeZoneMode === 'LEAD' && lead?.timeZone ? lead.timeZone : campaign.timeZone;

function* checkTimes(evidence: Evidence, flightTime: number): Generator<Violation> {
  const mailsOf = mailsByIntent(evidence);
  for (const intent of evidence.intents) {
    for (const mail of mailsOf.get(intent.id) ?? []) {
      if (Math.abs(mail.acceptedAt - intent.sendAt) > flightTime)
        yield {
          kind: 'FALSE_TIME',
          text: `intent ${intent.id} says ${new Date(intent.sendAt).toISOString()}, the server took it at ${new Date(mail.acceptedAt).toISOString()}`,
        };
    }
  }
}
