import { useState } from 'react';
import { styled } from 'styled-components';
import type { SyncEntry } from '@skein/contracts/main/integrations.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { CodeBlock } from '@skein/ui/code-block';
import { Drawer } from '@skein/ui/drawer';
import { EmptyState } from '@skein/ui/empty-state';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { Push, Row, Stack } from '@skein/ui/layout';
import { Link, LinkButton } from '@skein/ui/link';
import { Segmented } from '@skein/ui/segmented';
import { Loading } from '@skein/ui/skeleton';
import { StateStatus, type KnownState } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { NewerOlder, useLogPages } from '../newer-older';
import { useRetryEntry, useSyncLog } from './sync-log.hooks';

const List = styled.ol`
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  & > li {
    display: grid;
    gap: var(--s-1);
    padding: var(--s-2) var(--s-3);
    overflow-wrap: anywhere;
    & + li {
      border-top: 1px solid var(--border);
    }
  }
`;

const states: Record<SyncEntry['state'], { state: KnownState; word: string }> = {
  SAVED: { state: 'good', word: 'Saved' },
  QUEUED: { state: 'waiting', word: 'Queued' },
  REJECTED: { state: 'failed', word: 'Rejected' },
  SKIPPED: { state: 'paused', word: 'Skipped' },
};
const filters = [
  { id: 'ALL', label: 'All' },
  { id: 'REJECTED', label: 'Rejected' },
  { id: 'QUEUED', label: 'Queued' },
] as const;

function Entry({ entry, integrationId }: { entry: SyncEntry; integrationId: number }) {
  const { timeZone } = useUi();
  const [isOpen, setOpen] = useState(false);
  const { retry, isRetrying } = useRetryEntry(integrationId);
  const { state, word } = states[entry.state];
  const again = async () => {
    if (await retry(entry.id)) toasts.show({ title: 'Retried' });
  };
  return (
    <li>
      <Row $wrap>
        <StateStatus state={state}>{word}</StateStatus>
        <span>
          {entry.direction === 'OUT' ? '→' : '←'} {entry.title}
        </span>
        <Push>
          <Text $tone="muted" title={fullInstant(entry.at, timeZone)}>
            {shortInstant(entry.at, new Date(), timeZone)}
          </Text>
        </Push>
      </Row>
      <SubLine>{[entry.subject, entry.result].filter(Boolean).join(': ')}</SubLine>
      {entry.state === 'QUEUED' && entry.next_at && (
        <SubLine>
          Attempt {entry.attempts}, next {shortInstant(entry.next_at, new Date(), timeZone)}
        </SubLine>
      )}
      <Row $wrap>
        {(entry.request ?? entry.answer) && (
          <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide details' : 'Details'}
          </LinkButton>
        )}
        {entry.link && (
          <Link href={entry.link} target="_blank" rel="noreferrer">
            Open
          </Link>
        )}
        {entry.id.startsWith('d') && (entry.state === 'REJECTED' || entry.state === 'QUEUED') && (
          <Push>
            <Button size="small" icon="refresh" loading={isRetrying} onClick={() => void again()}>
              Retry
            </Button>
          </Push>
        )}
      </Row>
      {isOpen && entry.request && <CodeBlock label="Our request" code={entry.request} />}
      {isOpen && entry.answer && <CodeBlock label="The answer" code={entry.answer} />}
    </li>
  );
}

/** What a connection exchanged, newest first, with the cause of each failure. */
export function SyncLog({ integrationId }: { integrationId: number }) {
  const [filter, setFilter] = useState<(typeof filters)[number]['id']>('ALL');
  const pages = useLogPages();
  const { data, problem } = useSyncLog(integrationId, filter === 'ALL' ? undefined : filter, pages.cursor);
  return (
    <Stack $gap={3}>
      <Segmented
        label="State"
        items={filters}
        value={filter}
        onValueChange={(next) => {
          setFilter(next);
          pages.first();
        }}
      />
      {problem && (
        <Callout
          tone="danger"
          role="alert"
          title="The log could not be loaded."
          actions={
            <Button size="small" onClick={problem.onRetry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Callout>
      )}
      {!data && !problem && <Loading label="Loading the log" />}
      {data?.rows.length === 0 && (
        <EmptyState level={3} title="Nothing here yet">
          Each exchange is one line, with its result or the cause of its failure.
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <List aria-label="Sync log">
          {data.rows.map((entry) => (
            <Entry key={entry.id} entry={entry} integrationId={integrationId} />
          ))}
        </List>
      )}
      {data && <NewerOlder pages={pages} next={data.next_cursor} />}
    </Stack>
  );
}

/** The log of a connection in a drawer. */
export const LogDrawer = ({
  integrationId,
  name,
  onClose,
}: {
  integrationId: number;
  name: string;
  onClose: () => void;
}) => (
  <Drawer open onOpenChange={onClose} width={640} title={`Sync log of ${name}`}>
    <SyncLog integrationId={integrationId} />
  </Drawer>
);
