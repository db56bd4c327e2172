import type {
  PlacementAuthentication,
  PlacementGroup,
  PlacementReport,
  PlacementStep,
} from '@skein/contracts/smart-delivery/placement-shapes';

type Evidence = Pick<
  PlacementReport,
  'authentication' | 'addresses' | 'domain_lists' | 'content' | 'diagnosis' | 'spam_filter' | 'pass_percent'
> & {
  mails: readonly { sender: string; landed: string | null; state: string; failure_text: string | null }[];
  senders: readonly PlacementGroup[];
  providers: readonly PlacementGroup[];
};
type Step = PlacementStep;
const step = (fields: Partial<Step> & Pick<Step, 'key' | 'title' | 'text' | 'weight' | 'who'>): Step => ({
  mails: 0,
  record: null,
  sample: null,
  link: null,
  is_fixed: false,
  ...fields,
});

/** The record with one more address in it, before what it says of all others (RFC 7208, 4.6.2: the first match decides). */
function withAddress(record: string | null, ip: string): string {
  const term = `${ip.includes(':') ? 'ip6' : 'ip4'}:${ip}`;
  if (record === null || !/^v=spf1(?:\s|$)/i.test(record)) return `v=spf1 ${term} ~all`;
  const end = /\s(?:[~?+-]?all|redirect=\S+)(?:\s|$)/i.exec(record);
  return end ? `${record.slice(0, end.index)} ${term}${record.slice(end.index)}` : `${record} ${term}`;
}

interface DomainEvidence {
  domain: string;
  arrived: PlacementAuthentication;
  now: PlacementAuthentication | null;
  mails: number;
}

/** One message stands for each domain of senders; its mails are those of all its mailboxes. */
function byDomain({ authentication, mails }: Evidence): DomainEvidence[] {
  const found = new Map<string, DomainEvidence>();
  for (const { sender, arrived, now } of authentication) {
    const domain = sender.split('@')[1] ?? '';
    const count = mails.filter((mail) => mail.sender === sender).length;
    const known = found.get(domain);
    if (known) known.mails += count;
    else found.set(domain, { domain, arrived, now, mails: count });
  }
  return [...found.values()];
}

function authenticationSteps({ domain, arrived, now, mails }: DomainEvidence): Step[] {
  const steps: Step[] = [];
  const ip = arrived.ip;
  if (arrived.spf.result !== 'pass' && ip !== null) {
    const record = now?.spf.record ?? arrived.spf.record;
    steps.push(
      step({
        key: `spf:${domain}`,
        title: `Add ${ip} to the SPF record of ${domain}`,
        text:
          record === null
            ? 'The domain has no SPF record. Publish this one, with the other servers that send for you.'
            : 'Replace the TXT record that begins with v=spf1. Keep one only.',
        weight: 'high',
        who: 'dns',
        mails,
        record: { type: 'TXT', name: domain, value: withAddress(record, ip), now: record },
        is_fixed: now?.spf.result === 'pass',
      }),
    );
  }
  if (!arrived.dkim.some(({ result }) => result === 'pass' || result === 'skipped')) {
    const [signature] = arrived.dkim;
    const isSigned = signature?.domain !== null && signature?.selector !== null && signature !== undefined;
    steps.push(
      step({
        key: `dkim:${domain}`,
        title: isSigned ? `Fix the DKIM key of ${domain}` : `Sign the email of ${domain} with DKIM`,
        text: isSigned
          ? `The receiver could not verify the signature (${signature.text || signature.result}). Publish the key that your provider shows for selector ${signature.selector} at ${signature.selector}._domainkey.${signature.domain}.`
          : 'No signature arrived. Switch DKIM on at your mail provider and publish the key it shows.',
        weight: 'high',
        who: 'dns',
        mails,
        is_fixed: now?.dkim.some(({ result }) => result === 'pass') ?? false,
      }),
    );
  }
  return [...steps, ...policySteps({ domain, arrived, now, mails })];
}

/** A new record begins by watching only; one that is there is never replaced by a weaker one. */
function policySteps({ domain, arrived, now, mails }: DomainEvidence): Step[] {
  const steps: Step[] = [];
  if (arrived.dmarc.record === null && arrived.dmarc.result === 'none')
    steps.push(
      step({
        key: `dmarc:${domain}`,
        title: `Publish a DMARC record for ${domain}`,
        text: 'Gmail and Yahoo require one from bulk senders. Begin with p=none; it only watches.',
        weight: 'medium',
        who: 'dns',
        mails,
        record: {
          type: 'TXT',
          name: `_dmarc.${domain}`,
          value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`,
          now: null,
        },
        is_fixed: now !== null && now.dmarc.result !== 'none',
      }),
    );
  else if (arrived.dmarc.result === 'none')
    steps.push(
      step({
        key: `dmarc:${domain}`,
        title: `Fix the DMARC record of ${domain}`,
        text: arrived.dmarc.text,
        weight: 'medium',
        who: 'dns',
        mails,
        is_fixed: now !== null && now.dmarc.result !== 'none',
      }),
    );
  else if (arrived.dmarc.result === 'fail')
    steps.push(
      step({
        key: `dmarc:${domain}`,
        title: `Align SPF or DKIM with ${domain}`,
        text: 'DMARC fails: neither SPF nor DKIM passed for the domain in From. Fix one of them; the record itself can stay.',
        weight: 'high',
        who: 'dns',
        mails,
        is_fixed: now?.dmarc.result === 'pass',
      }),
    );
  return steps;
}

function addressSteps({ addresses, domain_lists: domains }: Evidence): Step[] {
  const listed = (subject: string, mails: number, lists: Evidence['addresses'][0]['lists']) =>
    lists
      .filter(({ state }) => state === 'LISTED')
      .map((answer) =>
        step({
          key: `list:${answer.zone}:${subject}`,
          title: `Get ${subject} removed from ${answer.list}`,
          text: `${answer.text}. Stop the cause first, then ask for removal.`,
          weight: answer.weight,
          who: 'list',
          mails,
          link: answer.page,
          sample: `Please remove ${subject} from ${answer.zone}. The cause was found and stopped.`,
        }),
      );
  return [
    ...addresses.flatMap(({ ip, mails, lists, reverse }) => [
      ...listed(ip, mails, lists),
      ...(reverse.state === 'MISSING' || reverse.state === 'NOT_CONFIRMED'
        ? [
            step({
              key: `rdns:${ip}`,
              title: `Give ${ip} a reverse name`,
              text: `${reverse.text} The host of the server sets it.`,
              weight: 'medium',
              who: 'server',
              mails,
              sample: `Please set the reverse DNS (PTR record) of ${ip} to our mail server’s name, and make sure that name has an A record with ${ip}.`,
            }),
          ]
        : []),
    ]),
    ...domains.flatMap(({ domain, lists }) => listed(domain, 0, lists)),
  ];
}

function copySteps({ content, diagnosis, mails }: Evidence): Step[] {
  const isCause = diagnosis.cause === 'COPY';
  /** A finding of the variant that is the cause, or of every copy. */
  const isOfCause = (letters: string | null) =>
    isCause && (diagnosis.subject === null || letters === null || letters.includes(diagnosis.subject));
  const steps = content.findings.map((finding, index) =>
    step({
      key: `copy:${finding.area}:${index}`,
      title:
        finding.area === 'links'
          ? `Replace links to ${finding.text.slice(0, 80)}`
          : finding.text === ''
            ? finding.reason
            : `Change “${finding.text.slice(0, 80)}”${finding.variant === null ? '' : ` in variant ${finding.variant}`}`,
      text: finding.text === '' ? '' : finding.reason,
      weight: isOfCause(finding.variant)
        ? 'high'
        : ['personalisation', 'links'].includes(finding.area)
          ? 'medium'
          : 'low',
      who: 'writer',
      mails: mails.length,
    }),
  );
  for (const { url, text, is_dead: isDead } of content.links)
    if (isDead)
      steps.push(
        step({
          key: `link:${url}`,
          title: `Fix the link ${url.slice(0, 80)}`,
          text: text ?? '',
          weight: 'medium',
          who: 'writer',
          mails: mails.length,
        }),
      );
  if (isCause && content.findings.length === 0)
    steps.push(
      step({
        key: 'copy:whole',
        title: diagnosis.subject === null ? 'Rewrite the copy' : `Rewrite variant ${diagnosis.subject}`,
        text:
          diagnosis.subject === null
            ? 'The neutral control email placed better at the same seeds, so the words or links cost placement. Try another variant.'
            : 'The other emails placed better from the same mailboxes, so the words or links of this variant cost placement.',
        weight: 'high',
        who: 'writer',
        mails: mails.length,
      }),
    );
  return steps;
}

function sendingSteps({ senders, providers, diagnosis, mails, pass_percent: passPercent }: Evidence): Step[] {
  const steps: Step[] = [];
  const refused = mails.filter(({ state }) => state === 'FAILED');
  if (refused.length > 0)
    steps.push(
      step({
        key: 'refused',
        title: `Review ${refused.length} refused ${refused.length === 1 ? 'email' : 'emails'}`,
        text: refused[0]?.failure_text ?? 'The Emails tab shows each server’s response.',
        weight: 'high',
        who: 'you',
        mails: refused.length,
      }),
    );
  const low = (groups: readonly PlacementGroup[]) =>
    groups.filter(({ score }) => score !== null && score < passPercent);
  const lowSenders = low(senders);
  if (lowSenders.length > 0 && lowSenders.length < senders.length && diagnosis.cause !== 'COPY')
    steps.push(
      step({
        key: 'rest',
        title: `Rest ${lowSenders
          .map(({ name }) => name)
          .slice(0, 3)
          .join(', ')} until a run passes`,
        text: 'Other mailboxes sent the same copy and placed better.',
        weight: 'medium',
        who: 'you',
        mails: lowSenders.reduce((sum, each) => sum + each.mails, 0),
      }),
    );
  if (diagnosis.cause === 'PROVIDER' && diagnosis.subject !== null)
    steps.push(
      step({
        key: 'provider',
        title: `Send less to ${diagnosis.subject}`,
        text: 'Placement is low here and better everywhere else. Send less until a new run passes.',
        weight: 'high',
        who: 'you',
        mails: providers.find(({ name }) => name === diagnosis.subject)?.mails ?? 0,
      }),
    );
  return steps;
}

/** What to do, what costs most emails first; what a later check found mended comes last. */
export function actionSteps(evidence: Evidence): PlacementStep[] {
  const order = { high: 0, medium: 1, low: 2 };
  return [
    ...byDomain(evidence).flatMap(authenticationSteps),
    ...addressSteps(evidence),
    ...sendingSteps(evidence),
    ...copySteps(evidence),
  ]
    .sort(
      (one, other) =>
        Number(one.is_fixed) - Number(other.is_fixed) ||
        order[one.weight] - order[other.weight] ||
        other.mails - one.mails,
    )
    .slice(0, 100);
}
