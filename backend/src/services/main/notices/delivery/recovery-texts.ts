type Facts = Record<string, unknown>;

const whole = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string, many: string) => `${whole.format(count)} ${count === 1 ? one : many}`;
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What is found, with its words for one and for several. `recorded` is in notices that did not tell replies from bounces. */
const findings: [fact: string, one: string, many: string][] = [
  ['recorded', 'reply or bounce', 'replies and bounces'],
  ['replies', 'reply', 'replies'],
  ['bounces', 'bounce', 'bounces'],
  ['automatic', 'automatic reply', 'automatic replies'],
  ['untracked', 'untracked reply', 'untracked replies'],
];
const sums = [...findings.map(([fact]) => fact), 'stopped', 'unsubscribed'];

/** For how long a mailbox could not be read. */
export function silenceWords(facts: Facts): string {
  const hours = number(facts['hours']);
  return hours < 1 ? 'less than an hour' : counted(Math.round(hours), 'hour', 'hours');
}

/** What was read late and what it changed: "5 replies and 1 bounce found, sequence stopped for 4 leads, 1 lead unsubscribed." */
export function recoveredWords(facts: Facts): { text: string; href: string } {
  const found = findings.flatMap(([fact, one, many]) => {
    const count = number(facts[fact]);
    return count > 0 ? [counted(count, one, many)] : [];
  });
  const [stopped, unsubscribed] = [number(facts['stopped']), number(facts['unsubscribed'])];
  const parts = [
    ...(found.length > 0 ? [`${new Intl.ListFormat('en-GB').format(found)} found`] : []),
    ...(stopped > 0 ? [`sequence stopped for ${counted(stopped, 'lead', 'leads')}`] : []),
    ...(unsubscribed > 0 ? [`${counted(unsubscribed, 'lead', 'leads')} unsubscribed`] : []),
  ];
  const isUntrackedOnly = number(facts['untracked']) > 0 && found.length === 1 && unsubscribed === 0;
  const since = typeof facts['since'] === 'string' ? `?from=${facts['since']}` : '';
  return {
    text: parts.length === 0 ? 'No reply was missed.' : `${parts.join(', ')}.`,
    href: isUntrackedOnly ? '/app/master-inbox/untracked' : `/app/master-inbox${since}`,
  };
}

/** Several mailboxes together: the totals, the longest outage and the first day of all. */
export function recoveredTogether(all: readonly Facts[]): { text: string; href: string } {
  const days = all.flatMap(({ since }) => (typeof since === 'string' ? [since] : [])).sort();
  const facts: Facts = {
    ...Object.fromEntries(sums.map((fact) => [fact, all.reduce((sum, one) => sum + number(one[fact]), 0)])),
    hours: Math.max(...all.map(({ hours }) => number(hours))),
    ...(days[0] === undefined ? {} : { since: days[0] }),
  };
  const { text, href } = recoveredWords(facts);
  return { text: `${text} The longest outage lasted ${silenceWords(facts)}.`, href };
}
