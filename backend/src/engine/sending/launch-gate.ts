/**
 * The launch gate: what blocks a launch, what is worth a look, and what is in order. Pure: the scan of all leads and
 * the look-ups are done by the caller, who hands in counts; the rules and their words stand here.
 */
import { isKnownTimeZone } from './zone-clock';
import { openMinutesPerWeek } from './open-minutes';
import type { Schedule } from './plan.types';

/** Where a problem is fixed: a page and what to show there. */
export interface LaunchJump {
  readonly to: 'LEADS' | 'STEP' | 'SETUP_SCHEDULE' | 'SETUP_MAILBOXES' | 'SETUP_SETTINGS' | 'MAILBOX' | 'PLAN';
  readonly stepId?: string;
  readonly variantId?: string;
  readonly mailboxIds?: readonly string[];
  /** Filter of the lead list, for example 'missing:city'. */
  readonly leadFilter?: string;
}

export type LaunchCode =
  | 'NO_LEADS'
  | 'NO_STEPS'
  | 'EMPTY_STEP'
  | 'MISSING_MERGE_DATA'
  | 'TEMPLATE_BROKEN'
  | 'NO_MAILBOX'
  | 'MAILBOX_NOT_CONNECTED'
  | 'WINDOW_EMPTY'
  | 'TIME_ZONE_UNKNOWN'
  | 'NO_OPT_OUT'
  | 'DNS_FAILING'
  | 'DNS_UNCHECKED'
  | 'DMARC_MISSING'
  | 'PLACEMENT_LOW'
  | 'CREDITS'
  | 'WARMUP_YOUNG'
  | 'ALSO_IN_ANOTHER_CAMPAIGN'
  | 'SPAM_WORDING'
  | 'LINK_BROKEN'
  | 'ENCODING'
  | 'SUPPRESSED_LEFT_OUT';

export interface LaunchFinding {
  readonly code: LaunchCode;
  readonly severity: 'BLOCKS' | 'LOOK' | 'IN_ORDER';
  readonly title: string;
  readonly detail: string;
  /** What is counted, with its unit: 38 and 'lead'. Null where nothing is counted. */
  readonly count: number | null;
  readonly unit: string | null;
  readonly jump: LaunchJump | null;
}

/** Leads without a value for a field that a text uses without fallback. */
export interface MissingFieldFinding {
  readonly field: string;
  readonly stepId: string;
  readonly stepNumber: number;
  readonly variantId: string;
  readonly variantLabel: string;
  readonly leads: number;
  /** No field is missing: with these leads' data the text grows beyond what a mail may hold. */
  readonly growsTooLarge?: boolean;
}
/** A text that does not parse: an open brace, an unknown filter. */
export interface TemplateFinding {
  readonly stepId: string;
  readonly stepNumber: number;
  readonly variantId: string;
  readonly variantLabel: string;
  readonly message: string;
  readonly excerpt: string;
}

export interface LaunchGateInput {
  /** A subsequence gets its leads while it runs, and its first mail may go on in the parent's thread. */
  readonly isSubsequence?: boolean;
  /** Leads that would be mailed, and those left out because they are suppressed. */
  readonly leads: {
    readonly total: number;
    readonly suppressed: number;
    readonly alsoActiveElsewhere: number;
    readonly badEncoding: number;
  };
  readonly steps: readonly {
    readonly id: string;
    readonly number: number;
    readonly kind: 'EMAIL' | 'MANUAL' | 'LINKEDIN';
    readonly variants: readonly {
      readonly id: string;
      readonly label: string;
      readonly enabled: boolean;
      readonly subjectEmpty: boolean;
      readonly bodyEmpty: boolean;
      readonly spamWords: readonly string[];
    }[];
  }[];
  readonly missingFields: readonly MissingFieldFinding[];
  /** The campaign mails leads with missing fields anyway. */
  readonly missingFieldsAllowed: boolean;
  readonly brokenTemplates: readonly TemplateFinding[];
  readonly mailboxes: readonly {
    readonly id: string;
    readonly email: string;
    readonly state: 'CONNECTED' | 'FAILING' | 'SUSPENDED';
    readonly warmupDays: number | null;
  }[];
  readonly warmupAgeDays: number;
  readonly schedule: Schedule;
  /** A List-Unsubscribe header, or for every step an unsubscribe text or link. */
  readonly optOut: { readonly header: boolean; readonly stepsWithoutText: readonly number[] };
  readonly domains: readonly {
    readonly domain: string;
    readonly spf: DnsResult;
    readonly dkim: DnsResult;
    readonly dmarc: DnsResult;
  }[];
  readonly links: { readonly checked: number; readonly broken: readonly string[] };
  /** Share (0 to 1) that reached the inbox in the last placement test; null when there was none. */
  readonly placement: { readonly inboxShare: number; readonly threshold: number } | null;
  readonly emailCreditsLeft: number | null;
}

export type DnsResult = 'PASS' | 'FAIL' | 'MISSING' | 'UNKNOWN';

export interface LaunchGateResult {
  readonly mayLaunch: boolean;
  readonly blocking: readonly LaunchFinding[];
  readonly worthALook: readonly LaunchFinding[];
  readonly inOrder: readonly LaunchFinding[];
}

type Fields = Partial<Pick<LaunchFinding, 'count' | 'unit' | 'jump'>>;
const finding =
  (severity: LaunchFinding['severity']) =>
  (code: LaunchCode, title: string, detail: string, fields: Fields = {}): LaunchFinding => ({
    code,
    severity,
    title,
    detail,
    count: fields.count ?? null,
    unit: fields.unit ?? null,
    jump: fields.jump ?? null,
  });
const blocks = finding('BLOCKS');
const look = finding('LOOK');
const inOrder = finding('IN_ORDER');
const list = (parts: readonly string[]): string =>
  parts.length > 3 ? `${parts.slice(0, 3).join(', ')} and ${parts.length - 3} more` : parts.join(', ');

export function checkLaunch(input: LaunchGateInput): LaunchGateResult {
  const findings = [
    ...leadFindings(input),
    ...textFindings(input),
    ...mailboxFindings(input),
    ...scheduleFindings(input),
    ...optOutFindings(input),
    ...domainFindings(input),
    ...otherFindings(input),
  ];
  const blocking = findings.filter((entry) => entry.severity === 'BLOCKS');
  return {
    mayLaunch: blocking.length === 0,
    blocking,
    worthALook: findings.filter((entry) => entry.severity === 'LOOK'),
    inOrder: findings.filter((entry) => entry.severity === 'IN_ORDER'),
  };
}

function* leadFindings({
  leads,
  missingFields,
  missingFieldsAllowed,
  isSubsequence,
}: LaunchGateInput): Generator<LaunchFinding> {
  if (leads.total === 0 && !isSubsequence)
    yield blocks('NO_LEADS', 'No leads', 'The campaign has no lead that may be mailed', { jump: { to: 'LEADS' } });
  for (const missing of missingFields) {
    if (missing.leads === 0) continue;
    if (missing.growsTooLarge) {
      yield blocks(
        'TEMPLATE_BROKEN',
        'A text grows too large',
        `Step ${missing.stepNumber} ${missing.variantLabel}: its loops and values grow beyond what a mail may hold`,
        {
          count: missing.leads,
          unit: 'lead',
          jump: { to: 'STEP', stepId: missing.stepId, variantId: missing.variantId },
        },
      );
      continue;
    }
    yield (missingFieldsAllowed ? look : blocks)(
      'MISSING_MERGE_DATA',
      'Missing merge data',
      `{{${missing.field}}} in step ${missing.stepNumber} ${missing.variantLabel}, no fallback`,
      {
        count: missing.leads,
        unit: 'lead',
        jump: {
          to: 'LEADS',
          leadFilter: `missing:${missing.field}`,
          stepId: missing.stepId,
          variantId: missing.variantId,
        },
      },
    );
  }
  if (leads.alsoActiveElsewhere > 0) {
    yield look('ALSO_IN_ANOTHER_CAMPAIGN', 'Also active in another campaign', 'They would get mail from both', {
      count: leads.alsoActiveElsewhere,
      unit: 'lead',
      jump: { to: 'LEADS', leadFilter: 'active-elsewhere' },
    });
  }
  if (leads.badEncoding > 0) {
    yield look('ENCODING', 'Letters that look damaged', 'Some fields hold replacement signs from a wrong encoding', {
      count: leads.badEncoding,
      unit: 'lead',
      jump: { to: 'LEADS', leadFilter: 'bad-encoding' },
    });
  } else if (leads.total > 0) yield inOrder('ENCODING', 'Encoding is clean in all fields', '');
  if (leads.suppressed > 0)
    yield inOrder('SUPPRESSED_LEFT_OUT', `Suppressed leads left out, ${leads.suppressed}`, '', {
      count: leads.suppressed,
      unit: 'lead',
    });
}

function* textFindings({ steps, brokenTemplates, isSubsequence }: LaunchGateInput): Generator<LaunchFinding> {
  const emails = steps.filter((step) => step.kind === 'EMAIL');
  if (emails.length === 0)
    yield blocks('NO_STEPS', 'No email step', 'Write at least one step', { jump: { to: 'STEP' } });
  for (const step of emails) {
    const enabled = step.variants.filter((variant) => variant.enabled);
    if (enabled.length === 0)
      yield blocks('EMPTY_STEP', 'Step has no text', `Step ${step.number}: every variant is off`, {
        jump: { to: 'STEP', stepId: step.id },
      });
    for (const variant of enabled) {
      const jump: LaunchJump = { to: 'STEP', stepId: step.id, variantId: variant.id };
      if (variant.bodyEmpty)
        yield blocks('EMPTY_STEP', 'Step has no text', `Step ${step.number} ${variant.label} has an empty body`, {
          jump,
        });
      // A later step without subject goes into the same thread; the first has no thread to go into.
      else if (variant.subjectEmpty && step === emails[0] && !isSubsequence)
        yield blocks('EMPTY_STEP', 'First step has no subject', `Step ${step.number} ${variant.label}`, { jump });
      if (variant.spamWords.length > 0) {
        yield look(
          'SPAM_WORDING',
          `Spam wording in step ${step.number} ${variant.label}`,
          list(variant.spamWords.map((word) => `“${word}”`)),
          { count: variant.spamWords.length, unit: 'word', jump },
        );
      }
    }
  }
  for (const broken of brokenTemplates) {
    yield blocks(
      'TEMPLATE_BROKEN',
      broken.message,
      `Step ${broken.stepNumber} ${broken.variantLabel}: “${broken.excerpt}”`,
      { count: 1, unit: 'place', jump: { to: 'STEP', stepId: broken.stepId, variantId: broken.variantId } },
    );
  }
}

function* mailboxFindings({ mailboxes, warmupAgeDays }: LaunchGateInput): Generator<LaunchFinding> {
  const connected = mailboxes.filter((mailbox) => mailbox.state === 'CONNECTED');
  const broken = mailboxes.filter((mailbox) => mailbox.state !== 'CONNECTED');
  const total = mailboxes.length;
  if (total === 0)
    yield blocks('NO_MAILBOX', 'No mailbox', 'Choose at least one mailbox to send from', {
      jump: { to: 'SETUP_MAILBOXES' },
    });
  else if (connected.length === 0) {
    yield blocks('MAILBOX_NOT_CONNECTED', 'No mailbox can send', list(broken.map((mailbox) => mailbox.email)), {
      count: total,
      unit: 'mailbox',
      jump: { to: 'MAILBOX', mailboxIds: broken.map((mailbox) => mailbox.id) },
    });
  } else if (broken.length > 0) {
    yield look('MAILBOX_NOT_CONNECTED', 'Mailbox cannot send', list(broken.map((mailbox) => mailbox.email)), {
      count: broken.length,
      unit: 'mailbox',
      jump: { to: 'MAILBOX', mailboxIds: broken.map((mailbox) => mailbox.id) },
    });
  } else
    yield inOrder('MAILBOX_NOT_CONNECTED', `${connected.length} of ${total} mailboxes connected`, '', {
      count: connected.length,
      unit: 'mailbox',
    });
  const young = connected.filter((mailbox) => mailbox.warmupDays !== null && mailbox.warmupDays < warmupAgeDays);
  if (young.length > 0) {
    const who = list(young.map((mailbox) => `${mailbox.email.split('@')[0]}@ ${mailbox.warmupDays} days`));
    yield look('WARMUP_YOUNG', `Warmup is younger than ${warmupAgeDays} days`, who, {
      count: young.length,
      unit: 'mailbox',
      jump: { to: 'MAILBOX', mailboxIds: young.map((mailbox) => mailbox.id) },
    });
  }
}

function* scheduleFindings({ schedule }: LaunchGateInput): Generator<LaunchFinding> {
  const jump: LaunchJump = { to: 'SETUP_SCHEDULE' };
  if (!isKnownTimeZone(schedule.timeZone)) {
    yield blocks('TIME_ZONE_UNKNOWN', 'Time zone is not known', schedule.timeZone, { jump });
    return;
  }
  const minutes = openMinutesPerWeek(schedule);
  if (minutes === 0)
    yield blocks('WINDOW_EMPTY', 'Sending window is empty', 'No day, or the end is the start', { jump });
  else yield inOrder('WINDOW_EMPTY', `Window is open ${Math.round(minutes / 6) / 10} h a week`, '');
}

function* optOutFindings({ optOut, steps }: LaunchGateInput): Generator<LaunchFinding> {
  const jump: LaunchJump = { to: 'SETUP_SETTINGS' };
  const emails = steps.filter((step) => step.kind === 'EMAIL').length;
  if (!optOut.header && optOut.stepsWithoutText.length > 0) {
    yield blocks(
      'NO_OPT_OUT',
      'No way to opt out',
      optOut.stepsWithoutText.length === emails
        ? 'No unsubscribe line, and the header is off'
        : `Step ${list(optOut.stepsWithoutText.map(String))} has no unsubscribe line, and the header is off`,
      { count: optOut.stepsWithoutText.length, unit: 'step', jump },
    );
  } else if (emails > 0) yield inOrder('NO_OPT_OUT', 'Every mail can be opted out of', '');
}

function* domainFindings({ domains, mailboxes }: LaunchGateInput): Generator<LaunchFinding> {
  const jump: LaunchJump = { to: 'MAILBOX', mailboxIds: mailboxes.map((mailbox) => mailbox.id) };
  let clean = 0;
  for (const { domain, ...records } of domains) {
    const named = (wanted: readonly DnsResult[], names: readonly (keyof typeof records)[] = ['spf', 'dkim', 'dmarc']) =>
      names.filter((name) => wanted.includes(records[name])).map((name) => name.toUpperCase());
    // No DMARC record is common and does not stop mail; a record that fails, or no SPF or DKIM at all, does harm.
    const failing = [...named(['FAIL']), ...named(['MISSING'], ['spf', 'dkim'])];
    const unknown = named(['UNKNOWN']);
    if (failing.length > 0)
      yield blocks('DNS_FAILING', `${failing.join(', ')} not in order`, domain, { count: 1, unit: 'domain', jump });
    else if (records.dmarc === 'MISSING')
      yield look('DMARC_MISSING', 'No DMARC record', domain, { count: 1, unit: 'domain', jump });
    else if (unknown.length > 0)
      yield look('DNS_UNCHECKED', `${unknown.join(', ')} could not be checked`, domain, {
        count: 1,
        unit: 'domain',
        jump,
      });
    else clean += 1;
  }
  if (clean > 0)
    yield inOrder('DNS_FAILING', `SPF, DKIM, DMARC on ${clean} ${clean === 1 ? 'domain' : 'domains'}`, '', {
      count: clean,
      unit: 'domain',
    });
}

function* otherFindings({ links, placement, emailCreditsLeft }: LaunchGateInput): Generator<LaunchFinding> {
  if (links.broken.length > 0)
    yield look('LINK_BROKEN', 'Link does not answer', list(links.broken), {
      count: links.broken.length,
      unit: 'link',
      jump: { to: 'STEP' },
    });
  else if (links.checked > 0)
    yield inOrder('LINK_BROKEN', `Links answer, ${links.checked} of ${links.checked}`, '', {
      count: links.checked,
      unit: 'link',
    });
  if (placement && placement.inboxShare < placement.threshold) {
    yield blocks(
      'PLACEMENT_LOW',
      'Too few mails reach the inbox',
      `${Math.round(placement.inboxShare * 100)}% in the last test, ${Math.round(placement.threshold * 100)}% wanted`,
      { jump: { to: 'SETUP_MAILBOXES' } },
    );
  }
  if (emailCreditsLeft !== null && emailCreditsLeft <= 0)
    yield blocks('CREDITS', 'No emails left in the plan', 'Nothing would leave', { jump: { to: 'PLAN' } });
}
