/**
 * The launch gate: what blocks a launch, what is worth a look, and what is in order. Pure: the scan of all leads and
 * the look-ups are done by the caller, who hands in counts; the rules and their words stand here.
 */
import { isKnownTimeZone } from '@skein/template/zone-clock';
import { fieldLabel } from './field-label';
import { busyFirstDay, followUpsAtOnce, namelessSender } from './launch-looks';
import { openMinutesPerWeek } from './open-minutes';
import {
  type LaunchJump,
  type LaunchFinding,
  type LaunchGateInput,
  type DnsResult,
  type LaunchGateResult,
  finding,
} from './launch-findings';

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
    ...busyFirstDay(input),
    ...namelessSender(input),
    ...followUpsAtOnce(input),
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
    yield blocks('NO_LEADS', 'No leads', 'The campaign has no lead that can be emailed', { jump: { to: 'LEADS' } });
  for (const missing of missingFields) {
    if (missing.leads === 0) continue;
    if (missing.growsTooLarge) {
      yield blocks(
        'TEMPLATE_BROKEN',
        'An email grows too large',
        `Step ${missing.stepNumber} ${missing.variantLabel}: its loops and values exceed the size limit of an email`,
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
      `${fieldLabel(missing.field)} has no fallback in step ${missing.stepNumber} ${missing.variantLabel}`,
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
    yield look('ALSO_IN_ANOTHER_CAMPAIGN', 'Also active in another campaign', 'They would get emails from both', {
      count: leads.alsoActiveElsewhere,
      unit: 'lead',
      jump: { to: 'LEADS', leadFilter: 'active-elsewhere' },
    });
  }
  if (leads.badEncoding > 0) {
    yield look('ENCODING', 'Text looks damaged', 'Some fields contain replacement characters from a wrong encoding', {
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

const localPart = (email: string) => `${email.split('@')[0]}@`;
const dayCount = (days: number) => (days === 1 ? '1 day' : `${days} days`);
const daysAgo = (days: number) => (days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`);

function* mailboxFindings({ mailboxes, warmupAge, stepsWithSignature }: LaunchGateInput): Generator<LaunchFinding> {
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
    yield inOrder(
      'MAILBOX_NOT_CONNECTED',
      `${connected.length} of ${total} ${total === 1 ? 'mailbox' : 'mailboxes'} connected`,
      '',
      {
        count: connected.length,
        unit: 'mailbox',
      },
    );
  const toMailboxes = (chosen: typeof mailboxes) => ({
    count: chosen.length,
    unit: 'mailbox',
    jump: { to: 'MAILBOX', mailboxIds: chosen.map((mailbox) => mailbox.id) } as const,
  });
  // Where young mailboxes are held, those without warmup are held with them.
  const young = connected.filter(
    ({ isWarmupOn, warmupDays }) => warmupDays < warmupAge.days && (isWarmupOn || warmupAge.gate === 'HOLD'),
  );
  const cold = connected.filter((mailbox) => !mailbox.isWarmupOn && !young.includes(mailbox));
  if (cold.length > 0)
    yield look(
      'WARMUP_OFF',
      'Warmup is off',
      list(cold.map((mailbox) => `${localPart(mailbox.email)} connected ${daysAgo(mailbox.ageDays)}`)),
      toMailboxes(cold),
    );
  const unsigned = stepsWithSignature.length > 0 ? connected.filter((mailbox) => !mailbox.hasSignature) : [];
  if (unsigned.length > 0)
    yield look(
      'SIGNATURE_EMPTY',
      'Signature is empty',
      `Step ${list(stepsWithSignature.map(String))} uses it; ${list(unsigned.map((mailbox) => localPart(mailbox.email)))} ${unsigned.length === 1 ? 'has' : 'have'} none`,
      toMailboxes(unsigned),
    );
  if (young.length > 0 && warmupAge.gate !== 'OFF') {
    const who = young.map(
      ({ email, warmupDays, isWarmupOn }) =>
        `${localPart(email)} ${warmupDays} ${warmupDays === 1 ? 'day' : 'days'}${isWarmupOn ? '' : ', warmup off'}`,
    );
    yield look('WARMUP_YOUNG', youngTitle(warmupAge, young.length === connected.length), list(who), toMailboxes(young));
  }
}

function youngTitle({ gate, days }: LaunchGateInput['warmupAge'], areAll: boolean): string {
  if (gate === 'WARN') return `Warmed up for less than ${dayCount(days)}`;
  return `${areAll ? 'No mailbox sends' : 'Sends nothing'} until warmed up for ${dayCount(days)}`;
}

/** A window that ends at 23:59 is open all day. */
const openText = (minutes: number): string =>
  minutes >= 7 * (24 * 60 - 1) ? 'all the time' : `${Math.round(minutes / 6) / 10} h a week`;

function* scheduleFindings({ schedule }: LaunchGateInput): Generator<LaunchFinding> {
  const jump: LaunchJump = { to: 'SETUP_SCHEDULE' };
  if (!isKnownTimeZone(schedule.timeZone)) {
    yield blocks('TIME_ZONE_UNKNOWN', 'Time zone is not known', schedule.timeZone, { jump });
    return;
  }
  const minutes = openMinutesPerWeek(schedule);
  if (minutes === 0)
    yield blocks('WINDOW_EMPTY', 'Sending window is empty', 'No day is chosen, or the window ends when it starts', {
      jump,
    });
  else yield inOrder('WINDOW_EMPTY', `Window is open ${openText(minutes)}`, '');
}

function* optOutFindings({ optOut, steps }: LaunchGateInput): Generator<LaunchFinding> {
  const jump: LaunchJump = { to: 'SETUP_SETTINGS' };
  const emails = steps.filter((step) => step.kind === 'EMAIL').length;
  if (!optOut.header && optOut.stepsWithoutText.length > 0) {
    yield blocks(
      'NO_OPT_OUT',
      'No unsubscribe',
      optOut.stepsWithoutText.length === emails
        ? 'No unsubscribe line, and the header is off'
        : `Step ${list(optOut.stepsWithoutText.map(String))} has no unsubscribe line, and the header is off`,
      { count: optOut.stepsWithoutText.length, unit: 'step', jump },
    );
  } else if (emails > 0) yield inOrder('NO_OPT_OUT', 'Every email has an unsubscribe', '');
}

function* domainFindings({ domains, mailboxes }: LaunchGateInput): Generator<LaunchFinding> {
  let clean = 0;
  for (const { domain, ...records } of domains) {
    const concerned = mailboxes.filter(({ email }) => email.toLowerCase().endsWith(`@${domain}`));
    const jump: LaunchJump = { to: 'MAILBOX', mailboxIds: concerned.map(({ id }) => id) };
    const named = (wanted: readonly DnsResult[], names: readonly (keyof typeof records)[] = ['spf', 'dkim', 'dmarc']) =>
      names.filter((name) => wanted.includes(records[name])).map((name) => name.toUpperCase());
    // No DMARC record is common and does not stop mail; a record that fails, or no SPF or DKIM at all, does harm.
    const failing = [...named(['FAIL']), ...named(['MISSING'], ['spf', 'dkim'])];
    const unknown = named(['UNKNOWN']);
    if (failing.length > 0)
      yield blocks('DNS_FAILING', `${failing.join(', ')} not set up correctly`, domain, {
        count: 1,
        unit: 'domain',
        jump,
      });
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
      'Too few emails reach the inbox',
      `${Math.round(placement.inboxShare * 100)}% in the last test, ${Math.round(placement.threshold * 100)}% wanted`,
      { jump: { to: 'SETUP_MAILBOXES' } },
    );
  }
  if (emailCreditsLeft !== null && emailCreditsLeft <= 0)
    yield blocks(
      'CREDITS',
      'No email credits left',
      'Nothing would be sent. Wait for the next month, or get more email credits',
      { jump: { to: 'PLAN' } },
    );
}
