import type {
  PlacementGroup,
  PlacementMessage,
  PlacementStep,
  PlacementTally,
} from '@skein/contracts/smart-delivery/placement.contract';
import { placementLimits } from '@skein/contracts/smart-delivery/placement.contract';
import type { ResultMail } from './results.store';
import type { Tally } from './tests.store';

/** Of the mails whose place is known, the share in inbox and tabs, in percent. A mail that a server refused counts against it. */
export function withScore(tally: Tally): PlacementTally {
  const { mails, inbox, tab, spam, missing, failed, waiting } = tally;
  const known = inbox + tab + spam + missing + failed;
  return {
    mails,
    inbox,
    tab,
    spam,
    missing,
    failed,
    waiting,
    score: known === 0 ? null : Math.round((100 * (inbox + tab)) / known),
  };
}

/** RUNNING while a place is unknown; a run passes from the documented share on. */
export function statusOf(isStopped: boolean, latest: PlacementTally): 'RUNNING' | 'PASS' | 'FAIL' | 'STOPPED' {
  if (latest.waiting > 0) return 'RUNNING';
  if (latest.score === null) return isStopped ? 'STOPPED' : 'RUNNING';
  return latest.score >= placementLimits.passPercent ? 'PASS' : 'FAIL';
}

const isWaiting = (mail: ResultMail) =>
  mail.landed === null && ['PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT'].includes(mail.state);

/** Figures of the mails by a name, worst first. */
export function groupMails(mails: readonly ResultMail[], nameOf: (mail: ResultMail) => string): PlacementGroup[] {
  const groups = new Map<string, ResultMail[]>();
  for (const mail of mails) groups.set(nameOf(mail), [...(groups.get(nameOf(mail)) ?? []), mail]);
  return [...groups]
    .map(([name, own]) => {
      const landed = (place: string) => own.filter((mail) => mail.landed === place).length;
      const times = own.flatMap(({ landed: place, landed_at: at, sent_at: sent }) =>
        place !== 'MISSING' && at && sent ? [(at.getTime() - sent.getTime()) / 1_000] : [],
      );
      return {
        name,
        ...withScore({
          mails: own.length,
          inbox: landed('INBOX'),
          tab: landed('TAB'),
          spam: landed('SPAM'),
          missing: landed('MISSING'),
          failed: own.filter(({ state }) => state === 'FAILED').length,
          waiting: own.filter(isWaiting).length,
        }),
        seconds:
          times.length === 0
            ? null
            : Math.max(0, Math.round(times.reduce((sum, each) => sum + each, 0) / times.length)),
      };
    })
    .sort((one, other) => (one.score ?? 101) - (other.score ?? 101) || one.name.localeCompare(other.name));
}

/** The servers a mail passed, in the order in which it did: its Received lines from the last to the first (RFC 5321, 4.4). */
export function readHops(headers: string): PlacementMessage['hops'] {
  const lines = headers.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return lines
    .filter((line) => /^received:/i.test(line))
    .slice(0, 50)
    .reverse()
    .map((line) => {
      const at = new Date(line.slice(line.lastIndexOf(';') + 1).trim());
      return {
        from: /\bfrom\s+([^\s;]+)/i.exec(line)?.[1] ?? '',
        by: /\bby\s+([^\s;]+)/i.exec(line)?.[1] ?? '',
        ip: /\[(?:IPv6:)?([0-9a-f.:]{3,45})\]/i.exec(line)?.[1] ?? null,
        at: Number.isNaN(at.getTime()) ? null : at.toISOString(),
      };
    });
}

interface Evidence {
  domains: {
    sender: string;
    spf: { verdict: string } | null;
    dkim: { verdict: string } | null;
    dmarc: { verdict: string } | null;
  }[];
  providers: readonly PlacementGroup[];
  senders: readonly PlacementGroup[];
  findings: readonly { text: string; reason: string }[];
  total: PlacementTally;
}

/** What to do, what costs most placement first. */
export function actionSteps({ domains, providers, senders, findings, total }: Evidence): PlacementStep[] {
  const steps: PlacementStep[] = [];
  for (const [key, name] of [
    ['spf', 'SPF'],
    ['dkim', 'DKIM'],
    ['dmarc', 'DMARC'],
  ] as const) {
    const broken = domains.filter((domain) => domain[key]?.verdict === 'fail').map(({ sender }) => sender);
    if (broken.length > 0)
      steps.push({
        title: `Fix ${name} for ${broken.length === 1 ? broken[0] : `${broken.length} mailboxes`}`,
        text: `${broken.slice(0, 5).join(', ')}: the ${name} record is missing or wrong. The mailbox page shows the record to add to the domain’s DNS.`,
        weight: key === 'dmarc' ? 'medium' : 'high',
      });
  }
  if (total.failed > 0)
    steps.push({
      title: `Review ${total.failed} refused emails`,
      text: 'The Emails tab shows each server’s response.',
      weight: 'high',
    });
  const low = (groups: readonly PlacementGroup[]) =>
    groups.filter(({ score }) => score !== null && score < placementLimits.passPercent);
  const [lowSenders, lowProviders] = [low(senders), low(providers)];
  if (lowSenders.length > 0 && lowSenders.length < senders.length)
    steps.push({
      title: `Rest ${lowSenders
        .map(({ name }) => name)
        .slice(0, 3)
        .join(', ')}`,
      text: 'Other mailboxes sent the same copy and placed better, so the copy alone is not the cause.',
      weight: 'high',
    });
  if (findings.length > 0)
    steps.push({
      title: 'Edit the copy',
      text: findings
        .slice(0, 5)
        .map(({ text, reason }) => (text === '' ? reason : `${reason.replace(/\.$/, '')}: ${text}.`))
        .join(' '),
      weight: lowProviders.length > 0 ? 'high' : 'low',
    });
  if (lowProviders.length > 0 && lowProviders.length < providers.length)
    steps.push({
      title: `Send less to ${lowProviders
        .map(({ name }) => name)
        .slice(0, 3)
        .join(', ')}`,
      text: 'Placement is low here and better elsewhere. Send less until a new run passes.',
      weight: 'medium',
    });
  const order = { high: 0, medium: 1, low: 2 };
  return steps.sort((one, other) => order[one.weight] - order[other.weight]);
}
