import { Stat, Stats } from '@skein/ui/stat';
import { useMailboxStates } from './insight-reads.hooks';
import type { Insights } from './insights.hooks';
import { Problem } from './problem-card';

const number = (count: number) => count.toLocaleString('en-US');

/** Mailboxes by state, now. */
export function MailboxStatesSection({ insights }: { insights: Insights }) {
  const { data, problem } = useMailboxStates(insights);
  if (problem) return <Problem {...problem} />;
  /** The list of mailboxes, narrowed as the figure is. Named, the usual sort keeps the list from opening as it was left. */
  const listOf = (filter: Record<string, string>) => {
    const client = insights.chosen('client');
    const query = new URLSearchParams({ ...filter, ...(client === null ? {} : { client: String(client) }) });
    return `/app/email-accounts?${query}`;
  };
  const stat = (label: string, definition: string, value: number | undefined, filter: Record<string, string>) => (
    <Stat
      label={label}
      definition={definition}
      value={value === undefined ? null : number(value)}
      loading={!data}
      href={listOf(filter)}
    />
  );
  return (
    <Stats style={{ flex: 'none' }}>
      {stat('Mailboxes', 'All mailboxes in the workspace right now, whatever the dates.', data?.total, {
        sort: 'newest',
      })}
      {stat('Connected', 'Sending and receiving both work.', data?.connected, { state: 'connected' })}
      {stat('In use', 'Mailboxes used by at least one active campaign.', data?.in_use, { used: 'active' })}
      {stat('Cannot sign in', 'Sending or receiving fails.', data?.failing, { state: 'failing' })}
      {stat('Without warmup', 'Mailboxes whose warmup is off.', data?.without_warmup, { warmup: 'off' })}
    </Stats>
  );
}
