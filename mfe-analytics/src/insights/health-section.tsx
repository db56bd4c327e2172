import { useState } from 'react';
import { counted } from '@skein/ui/counted';
import { styled } from 'styled-components';
import { healthStates, type InsightGroup } from '@skein/contracts/analytics/insights.contract';
import { Card } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { Glyph } from '@skein/ui/icon';
import { BareLink } from '@skein/ui/link';
import { SkeletonRows } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { useGroups } from './insight-reads.hooks';
import { ExportTable } from './export-table';
import { healthDefinition, healthLooks } from './health-status';
import { MailboxesDrawer } from './mailboxes-drawer';
import type { Insights } from './insights.hooks';
import { Problem } from './problem-card';

const Dots = styled.ul`
  list-style: none;
  margin: 0 0 var(--s-4);
  padding: 0;
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
`;
const Column = styled.li`
  display: grid;
  align-content: start;
`;
const Dot = styled(BareLink)<{ $tone: string }>`
  display: inline-grid;
  place-items: center;
  width: 24px;
  height: 24px;
  border-radius: var(--r-1);
  color: var(${({ $tone }) => $tone});
`;
const tones = { danger: '--danger', warning: '--warning', success: '--success' } as const;
const explained = {
  FAILING: 'cannot sign in',
  AT_RISK: 'a measure is over its limit',
  WATCH: 'a measure is near its limit',
  GOOD: 'every measure is inside its range',
} as const;
const tooFew = 'Too few to tell';
/** Mailboxes of a state, or those that sent too little to judge. */
type Shown = (typeof healthStates)[number] | 'UNKNOWN';
const scoreOf = ({ health }: InsightGroup) => health?.score ?? 101;
const domainOf = ({ name }: InsightGroup) => name.slice(name.lastIndexOf('@') + 1);

/** Mailboxes by domain, the lowest first in both. Pure. */
function columnsOf(groups: readonly InsightGroup[]): { domain: string; boxes: InsightGroup[] }[] {
  const domains = new Map<string, InsightGroup[]>();
  for (const box of groups) domains.set(domainOf(box), [...(domains.get(domainOf(box)) ?? []), box]);
  return [...domains]
    .map(([domain, boxes]) => ({ domain, boxes: boxes.sort((one, other) => scoreOf(one) - scoreOf(other)) }))
    .sort((one, other) => scoreOf(one.boxes[0] as InsightGroup) - scoreOf(other.boxes[0] as InsightGroup));
}

/** Every mailbox that sent as one dot, a column a domain, and how many are in which state. */
export function HealthSection({ insights }: { insights: Insights }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const { data, problem } = useGroups(insights, 'mailbox');
  if (problem) return <Problem {...problem} />;
  const boxes = (data?.groups ?? []).filter(({ key }) => key !== '');
  const judged = boxes.filter(({ health }) => health !== null);
  const inState = (state: Shown) => boxes.filter(({ health }) => (health?.state ?? 'UNKNOWN') === state);
  const count = (state: Shown) => inState(state).length;
  return (
    <Card
      title={data ? `Health of ${counted(boxes.length, 'mailbox', 'mailboxes')}` : 'Health of mailboxes'}
      detail="that sent in this period; one column a domain, lowest first"
      actions={
        <ExportTable
          name="Health of mailboxes"
          header={['Mailbox', 'State', 'Score', 'Reason']}
          rows={
            data &&
            boxes.map(({ name, health }) => [
              name,
              health ? healthLooks[health.state].label : tooFew,
              health?.score ?? null,
              health?.reason ?? null,
            ])
          }
        />
      }
    >
      {!data ? (
        <SkeletonRows rows={4} />
      ) : boxes.length === 0 ? (
        <EmptyState level={3} icon="mail" title="Nothing sent in this period">
          Try other dates or fewer filters.
        </EmptyState>
      ) : (
        <>
          <Dots aria-label="Mailboxes by domain">
            {columnsOf(boxes).map(({ domain, boxes: column }) => (
              <Column key={domain}>
                {column.map((box) => {
                  const look = box.health && healthLooks[box.health.state];
                  const says = box.health
                    ? [look?.label, `${box.health.score} of 100`, box.health.reason].filter(Boolean).join(', ')
                    : 'too few to tell';
                  return (
                    <Dot
                      key={box.key}
                      href={`/app/email-account/${box.key}/overview`}
                      aria-label={`${box.name}: ${says}`}
                      title={`${box.name}: ${says}`}
                      $tone={look ? tones[look.tone as keyof typeof tones] : '--muted'}
                    >
                      <Glyph name={look?.glyph ?? 'new'} />
                    </Dot>
                  );
                })}
              </Column>
            ))}
          </Dots>
          <Stats>
            {healthStates.map((state) => (
              <Stat
                key={state}
                size="small"
                label={healthLooks[state].label}
                definition={healthDefinition}
                value={String(count(state))}
                detail={explained[state]}
                {...(count(state) > 0 ? { onOpen: () => setShown(state) } : {})}
              />
            ))}
            {judged.length < boxes.length && (
              <Stat
                size="small"
                label={tooFew}
                definition="Fewer than 50 emails sent and fewer than 20 warmup or test emails placed."
                value={String(boxes.length - judged.length)}
                onOpen={() => setShown('UNKNOWN')}
              />
            )}
          </Stats>
          <MailboxesDrawer
            title={shown === null ? '' : shown === 'UNKNOWN' ? tooFew : healthLooks[shown].label}
            boxes={shown === null ? null : inState(shown)}
            onClose={() => setShown(null)}
          />
        </>
      )}
    </Card>
  );
}
