/**
 * Why a placement test failed: the copy or one variant of it, the sending domain, one mailbox, one provider, or
 * nothing. A control mail (plain and neutral) goes to the same seeds beside the real copy, so what differs between the
 * two is the copy, and what differs between senders, domains or providers for both is not. Each explanation is weighed
 * by how well it predicts every single mail.
 */
export interface Observation {
  readonly sender: string;
  readonly domain: string;
  readonly provider: string;
  readonly kind: 'REAL' | 'CONTROL';
  /** Letter of the copy that was sent; null in a test of one copy, and of the control mail. */
  readonly variant: string | null;
  /** In the inbox or one of its tabs. */
  readonly isGood: boolean;
}

export type Cause = 'COPY' | 'INFRASTRUCTURE' | 'MAILBOX' | 'PROVIDER' | 'NOTHING' | 'UNCLEAR';

export interface Diagnosis {
  readonly cause: Cause;
  /** The domain, mailbox, provider or variant that is meant; null for all of them. */
  readonly subject: string | null;
  /** From 0 to 1: how likely the cause is among those that are weighed. */
  readonly confidence: number;
  /** Share in inbox and tabs, 0 to 1: of what the cause is about, and of the rest. Null where there is none. */
  readonly affected: number | null;
  readonly others: number | null;
}

/** Below this the answer is "unclear": a wrong repair costs more than another run. */
const leastConfidence = 0.85;
/** With fewer mails than that nothing is said. */
const leastMails = 8;

interface Explanation {
  cause: Exclude<Cause, 'UNCLEAR'>;
  subject: string | null;
  /** How likely it is before the first mail is seen. */
  prior: number;
  isAffected: (mail: Observation) => boolean;
}

/** Shares that healthy and troubled mail reaches, as beta distributions: 10 of 11 in the inbox, and 2 of 6. */
const healthy = [10, 1] as const;
const troubled = [1.5, 3] as const;

export function diagnose(mails: readonly Observation[]): Diagnosis {
  const unclear = (confidence: number): Diagnosis => ({
    cause: 'UNCLEAR',
    subject: null,
    confidence,
    affected: shareOf(mails),
    others: null,
  });
  if (mails.length < leastMails) return unclear(0);
  const weighed = explanationsOf(mails).map((explanation) => ({
    explanation,
    log: Math.log(explanation.prior) + evidenceOf(mails, explanation),
  }));
  const most = Math.max(...weighed.map(({ log }) => log));
  const total = weighed.reduce((sum, { log }) => sum + Math.exp(log - most), 0);
  const best = weighed.reduce((one, other) => (other.log > one.log ? other : one));
  const confidence = Math.exp(best.log - most) / total;
  if (confidence < leastConfidence) return unclear(confidence);
  const { cause, subject, isAffected } = best.explanation;
  const affected = mails.filter(isAffected);
  const others = mails.filter((mail) => !isAffected(mail));
  return {
    cause,
    subject,
    confidence,
    affected: shareOf(cause === 'NOTHING' ? mails : affected),
    others: cause === 'NOTHING' ? null : shareOf(others),
  };
}

function explanationsOf(mails: readonly Observation[]): Explanation[] {
  const distinct = (valueOf: (mail: Observation) => string) => [...new Set(mails.map(valueOf))];
  const variants = [...new Set(mails.flatMap(({ variant }) => variant ?? []))];
  const domains = distinct(({ domain }) => domain);
  const senders = distinct(({ sender }) => sender);
  const providers = distinct(({ provider }) => provider);
  const explanations: Explanation[] = [{ cause: 'NOTHING', subject: null, prior: 1, isAffected: () => false }];
  // Everything fails, the control as well: what all senders share. Without a control the copy explains the same mails, and neither wins.
  explanations.push({ cause: 'INFRASTRUCTURE', subject: null, prior: 1, isAffected: () => true });
  explanations.push({ cause: 'COPY', subject: null, prior: 1, isAffected: ({ kind }) => kind === 'REAL' });
  /** Adds an explanation for each of several names; together they have the prior of one other cause. */
  const oneOf = (cause: Explanation['cause'], subjects: string[], nameOf: (mail: Observation) => string | null) => {
    if (subjects.length < 2) return;
    for (const subject of subjects)
      explanations.push({
        cause,
        subject,
        prior: 1 / subjects.length,
        isAffected: (mail) => nameOf(mail) === subject,
      });
  };
  oneOf('COPY', variants, ({ variant }) => variant);
  oneOf('INFRASTRUCTURE', domains, ({ domain }) => domain);
  oneOf('MAILBOX', senders, ({ sender }) => sender);
  oneOf('PROVIDER', providers, ({ provider }) => provider);
  return explanations;
}

function evidenceOf(mails: readonly Observation[], { isAffected }: Explanation): number {
  let [affected, affectedGood, rest, restGood] = [0, 0, 0, 0];
  for (const mail of mails) {
    if (isAffected(mail)) {
      affected += 1;
      if (mail.isGood) affectedGood += 1;
    } else {
      rest += 1;
      if (mail.isGood) restGood += 1;
    }
  }
  return likelihood(affectedGood, affected, troubled) + likelihood(restGood, rest, healthy);
}

/** Logarithm of the chance of these mails when their share is drawn from a beta distribution. */
const likelihood = (good: number, all: number, [a, b]: readonly [number, number]): number =>
  all === 0 ? 0 : logBeta(a + good, b + all - good) - logBeta(a, b);

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Stirling's series after shifting the argument up; exact to ten digits for what is used here. */
function logGamma(value: number): number {
  let shift = 0;
  let x = value;
  while (x < 10) {
    shift -= Math.log(x);
    x += 1;
  }
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse / 1260)) / x;
  return shift + (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}

const shareOf = (mails: readonly Observation[]): number | null =>
  mails.length === 0 ? null : mails.filter(({ isGood }) => isGood).length / mails.length;
