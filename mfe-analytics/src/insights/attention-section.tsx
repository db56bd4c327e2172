import { counted } from '@skein/ui/counted';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { AttentionItem, AttentionKind } from '@skein/contracts/analytics/insights.contract';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Card, CardFoot } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { IconButton } from '@skein/ui/icon-button';
import { dayOfInstant, shortInstant, timeOfDay } from '@skein/ui/instant';
import { Menu } from '@skein/ui/menu';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Count, SubLine } from '@skein/ui/text';
import { useAttention, type Attention } from './attention.hooks';
import type { Insights } from './insights.hooks';
import { Problem } from './problem-card';

const Heading = styled.h3`
  display: flex;
  gap: var(--s-2);
  padding: var(--s-3) var(--s-4) var(--s-1);
  border-top: 1px solid var(--border);
  font-size: var(--fs-2);
  font-weight: var(--w-bold);
`;

/** State, who, why and the next step in columns; one below the other on a phone. */
const Item = styled.li`
  display: grid;
  grid-template-columns: 80px minmax(140px, 240px) minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--s-1) var(--s-4);
  padding: var(--s-2) var(--s-4);
  overflow-wrap: anywhere;
  & + & {
    border-top: 1px solid var(--border);
  }
  & > :last-child {
    display: flex;
    align-items: center;
    gap: var(--s-1);
  }
  & > div:not(:first-child) > span {
    white-space: normal;
  }
  @media (max-width: 720px) {
    grid-template-columns: minmax(0, 1fr) auto;
    & > :not(:first-child) {
      grid-column: 1 / -1;
    }
    & > :nth-child(2) {
      grid-column: 1;
      grid-row: 1;
    }
    & > :first-child {
      grid-column: 2;
      grid-row: 1;
    }
    & > :last-child {
      justify-content: space-between;
    }
  }
`;

const groups = [
  { group: 'clients', title: 'Clients' },
  { group: 'campaigns', title: 'Campaigns' },
  { group: 'mailboxes', title: 'Mailboxes' },
] as const;
const snoozes = [
  { label: 'Until tomorrow', days: 1 },
  { label: 'For 3 days', days: 3 },
  { label: 'For a week', days: 7 },
];

/** "9: 5 at risk, 4 to watch" */
function summaryOf(items: readonly AttentionItem[]): string {
  const atRisk = items.filter(({ tone }) => tone === 'danger').length;
  return items.length === 0 ? '0' : `${items.length}: ${atRisk} at risk, ${items.length - atRisk} to watch`;
}

/** What needs a person today, each with its next step. A page that shows some kinds only has no such part while none of them is there. */
export function AttentionSection({
  insights,
  kinds,
}: {
  insights: Insights;
  /** All when left out. */
  kinds?: readonly AttentionKind[];
}) {
  const attention = useAttention(insights, kinds);
  const [isSnoozedShown, setSnoozedShown] = useState(false);
  const { items, snoozed, problem } = attention;
  if (kinds && items.length + snoozed.length === 0 && !problem) return null;
  return (
    <Card
      title="Needs attention today"
      detail={attention.isRead ? summaryOf(items) : undefined}
      padded={false}
      aria-label="Needs attention today"
    >
      {problem ? (
        <Problem message={problem.message ?? ''} onRetry={problem.onRetry} />
      ) : attention.isLoading ? (
        <Loading label="Loading what needs attention">
          <SkeletonRows rows={3} />
        </Loading>
      ) : items.length === 0 ? (
        <EmptyState level={3} icon="check" title="Nothing needs your attention">
          Failing mailboxes, late answers, bounces and campaigns running out of leads appear here.
        </EmptyState>
      ) : (
        <Groups items={items} attention={attention} />
      )}
      {snoozed.length > 0 && (
        <>
          <CardFoot>
            {counted(snoozed.length, 'item is', 'items are')} snoozed.
            <Button
              size="small"
              variant="ghost"
              aria-expanded={isSnoozedShown}
              onClick={() => setSnoozedShown(!isSnoozedShown)}
            >
              {isSnoozedShown ? 'Hide snoozed' : 'Show snoozed'}
            </Button>
          </CardFoot>
          {isSnoozedShown && <Groups items={snoozed} attention={attention} />}
        </>
      )}
    </Card>
  );
}

function Groups({ items, attention }: { items: readonly AttentionItem[]; attention: Attention }) {
  return groups
    .map((each) => ({ ...each, found: items.filter(({ group }) => group === each.group) }))
    .filter(({ found }) => found.length > 0)
    .map(({ group, title, found }) => (
      <div key={group}>
        <Heading>
          {title} <Count as="span">{found.length}</Count>
        </Heading>
        <ul>
          {found.map((item) => (
            <Row key={item.key} item={item} attention={attention} />
          ))}
        </ul>
      </div>
    ));
}

function Row({ item, attention }: { item: AttentionItem; attention: Attention }) {
  const { timeZone } = attention;
  const until = item.snoozed_until;
  return (
    <Item>
      <div>
        <Badge tone={item.tone}>{item.tone === 'danger' ? 'At risk' : 'Watch'}</Badge>
      </div>
      <div>
        {item.subject}
        <SubLine>{item.detail}</SubLine>
      </div>
      <div>
        {item.title}
        <SubLine>
          {item.text}
          {item.since && ` Since ${shortInstant(item.since, new Date(), timeZone)}.`}
          {until && ` Snoozed until ${dayOfInstant(until, timeZone, 'weekday')}, ${timeOfDay(until, timeZone)}.`}
        </SubLine>
      </div>
      <div>
        <Button size="small" href={item.href}>
          {item.action}
        </Button>
        {until ? (
          <Button size="small" variant="ghost" onClick={() => attention.wake(item)}>
            Stop snoozing
          </Button>
        ) : (
          <Menu
            align="end"
            trigger={<IconButton size="small" icon="clock" label={`Snooze ${item.subject}`} />}
            entries={snoozes.map(({ label, days }) => ({ label, onSelect: () => attention.snooze(item, days) }))}
          />
        )}
      </div>
    </Item>
  );
}
