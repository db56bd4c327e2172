import { isBounceBlocked } from './reputation';

type Verdict = 'pass' | 'warn' | 'fail' | 'unknown';

/** What is known of a mailbox before it may warm up. */
export interface WarmupFacts {
  readonly isConnected: boolean;
  readonly isSuspended: boolean;
  readonly dns: { readonly spf: Verdict; readonly dmarc: Verdict; readonly mx: Verdict } | null;
  /** Of the last 7 days. */
  readonly sent: number;
  readonly bounced: number;
}

type PrerequisiteId = 'CONNECTION' | 'SPF' | 'DMARC' | 'MX' | 'BOUNCES';

export interface Prerequisite {
  readonly id: PrerequisiteId;
  readonly name: string;
  readonly state: 'met' | 'unmet' | 'unknown';
  /** What is, and the way out where it is not met. */
  readonly text: string;
}

/**
 * What must hold before a mailbox warms up (docs/domain.md, Lists and limits). DNS that was not looked up yet, or did
 * not answer, blocks nothing.
 */
export function prerequisitesOf(facts: WarmupFacts): Prerequisite[] {
  const record = (id: 'SPF' | 'DMARC' | 'MX', verdict: Verdict | undefined, missing: string): Prerequisite => {
    const state = verdict === undefined || verdict === 'unknown' ? 'unknown' : verdict === 'fail' ? 'unmet' : 'met';
    return {
      id,
      name: id,
      state,
      text: { met: 'Published.', unmet: missing, unknown: 'Not looked up yet, or DNS did not answer.' }[state],
    };
  };
  const isBlocked = isBounceBlocked(facts.sent, facts.bounced);
  return [
    {
      id: 'CONNECTION',
      name: 'Connection',
      state: facts.isConnected && !facts.isSuspended ? 'met' : 'unmet',
      text: facts.isSuspended
        ? 'The mailbox is suspended: let it send again.'
        : facts.isConnected
          ? 'Both servers accept the login.'
          : 'The login fails: reconnect the mailbox.',
    },
    record('SPF', facts.dns?.spf, 'The sending domain has no usable SPF record: publish one.'),
    record(
      'DMARC',
      facts.dns?.dmarc,
      'The sending domain has no DMARC record: publish _dmarc with v=DMARC1; p=none at least.',
    ),
    record('MX', facts.dns?.mx, 'The sending domain takes no email: publish an MX record.'),
    {
      id: 'BOUNCES',
      name: 'Bounces',
      state: isBlocked ? 'unmet' : 'met',
      text: isBlocked
        ? `${facts.bounced} of ${facts.sent} warmup emails of the last 7 days bounced. Warmup resumes once they are older than 7 days, or when you unblock it with a code.`
        : facts.bounced === 0
          ? 'None in 7 days.'
          : `${facts.bounced} of ${facts.sent} in 7 days.`,
    },
  ];
}

/** Why a mailbox may not warm up now, in words, or null. */
export function blockedReason(facts: WarmupFacts): string | null {
  const unmet = prerequisitesOf(facts).find((each) => each.state === 'unmet');
  return unmet ? `${unmet.name}: ${unmet.text}` : null;
}
