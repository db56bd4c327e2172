import { useState } from 'react';
import { styled } from 'styled-components';
import type { PlacementInsight, PlacementMailboxRun } from '@skein/contracts/smart-delivery/placement-shapes';
import { Button } from '@skein/ui/button';
import { Drawer } from '@skein/ui/drawer';
import { EmptyState } from '@skein/ui/empty-state';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { LoadProblem } from '@skein/ui/load-problem';
import { percent } from '../parts';
import { PlacementBar } from '../placement-bar';
import { base, useInsightRuns } from '../placement.hooks';

/** Runs of a page. */
const pageSize = 25;

interface InsightDrawerProps {
  mailbox: Pick<PlacementInsight, 'mailbox_id' | 'name'>;
  /** The period of the insights; all time without it. */
  days: number | undefined;
  onClose: () => void;
}

/** The runs behind the figures of a mailbox, newest first. */
export function InsightDrawer({ mailbox: { mailbox_id: id, name }, days, onClose }: InsightDrawerProps) {
  const [offset, setOffset] = useState(0);
  const { rows, total, isLoading, problem } = useInsightRuns(id, {
    ...(days === undefined ? {} : { days }),
    offset,
    limit: pageSize,
  });
  const isPaged = total > pageSize;
  return (
    <Drawer
      open
      onOpenChange={onClose}
      title={name}
      width={480}
      footer={
        <Row $justify="between" $wrap>
          <Link href={`/app/email-account/${id}/overview`}>Open mailbox</Link>
          {isPaged && (
            <Row>
              {rows.length > 0 && (
                <Text $tone="muted" $size={2}>{`${offset + 1} to ${offset + rows.length} of ${total}`}</Text>
              )}
              <Button
                size="small"
                icon="chevron-left"
                disabled={offset === 0}
                onClick={() => setOffset(offset - pageSize)}
              >
                Newer
              </Button>
              <Button
                size="small"
                iconEnd="chevron-right"
                disabled={offset + pageSize >= total}
                onClick={() => setOffset(offset + pageSize)}
              >
                Older
              </Button>
            </Row>
          )}
        </Row>
      }
    >
      {problem && <LoadProblem title="Could not load the runs" {...problem} />}
      {isLoading && (
        <Loading label="Loading the runs">
          <SkeletonRows rows={6} />
        </Loading>
      )}
      {!isLoading && !problem && rows.length === 0 && (
        <EmptyState title="No runs in this period" level={3}>
          Choose a longer period.
        </EmptyState>
      )}
      <Runs>
        {rows.map((run) => (
          <li key={`${run.test_id} ${run.run}`}>
            <RunOfMailbox run={run} />
          </li>
        ))}
      </Runs>
    </Drawer>
  );
}

function RunOfMailbox({ run }: { run: PlacementMailboxRun }) {
  const { timeZone } = useUi();
  const { test_id: id, test_name: name, test_type: type, started_at: at } = run;
  const title = name === null ? 'A test with mailboxes you can’t see' : `${name}, run ${run.run}`;
  return (
    <Stack $gap={1}>
      <Row $justify="between" $gap={4}>
        {name === null ? (
          <Text $tone="muted">{title}</Text>
        ) : (
          <Link href={`/app${base}/${id}/${type}/deliverability-results?run=${run.run}`}>{title}</Link>
        )}
        <Text $weight="bold">{percent(run.score)}</Text>
      </Row>
      <SubLine title={fullInstant(at, timeZone)}>{shortInstant(at, new Date(), timeZone)}</SubLine>
      <PlacementBar tally={run} label={`Placement in ${title}`} isOpen={run.waiting > 0} />
    </Stack>
  );
}

const Runs = styled.ul`
  display: grid;
  gap: var(--s-4);
  margin: 0;
  padding: 0;
  list-style: none;
`;
