import { useState } from 'react';
import { styled } from 'styled-components';
import type { InboxFolder } from '@skein/contracts/main/inbox-choices';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { OtherPart } from '@skein/mfe/mounted-part';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { CategoryBadge } from '@skein/ui/category-badge';
import { EmptyState } from '@skein/ui/empty-state';
import { Push, Row } from '@skein/ui/layout';
import { BareLink, Link } from '@skein/ui/link';
import { Segmented } from '@skein/ui/segmented';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { truncate } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { useConversations } from '../../subsequence/subsequence.hooks';
import { LeadSearch } from '../lead-list/lead-filters';
import { useCategoryNames } from '../overview.hooks';

const Panes = styled.div<{ $open: boolean }>`
  flex: 1;
  min-height: 0;
  display: grid;
  grid-template-columns: minmax(280px, 360px) minmax(0, 1fr);
  & > * {
    min-width: 0;
    min-height: 0;
    display: flex;
    flex-direction: column;
  }
  & > :first-child {
    border-right: 1px solid var(--border);
  }
  @media (max-width: 900px) {
    grid-template-columns: minmax(0, 1fr);
    & > ${({ $open }) => ($open ? ':first-child' : ':last-child')} {
      display: none;
    }
    & > :first-child {
      border-right: 0;
    }
  }
`;

const Head = styled.div`
  flex: none;
  display: grid;
  gap: var(--s-2);
  padding: var(--s-3) var(--s-4);
  border-bottom: 1px solid var(--border);
`;

const List = styled.ul`
  flex: 1;
  overflow: auto;
  outline-offset: -2px;
`;

const Line = styled(BareLink)`
  display: block;
  padding: 10px var(--s-4) 10px 22px;
  border-bottom: 1px solid var(--border);
  position: relative;
  &:hover {
    background: var(--surface-2);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-current] {
    background: var(--accent-soft);
  }
  &[data-unread]::before {
    content: '';
    position: absolute;
    left: 9px;
    top: 17px;
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: var(--accent);
  }
  &[data-unread] b {
    font-weight: var(--w-bold);
  }
  & b {
    font-weight: var(--w-regular);
    flex: 1;
    ${truncate}
  }
  & small,
  & i {
    display: block;
    font-style: normal;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
  }
  & i {
    ${truncate} margin-bottom: 4px;
  }
  &[aria-current] small,
  &[aria-current] i {
    color: var(--text-2);
  }
`;

const folders: { id: Extract<InboxFolder, 'replies' | 'unread' | 'all'>; label: string }[] = [
  { id: 'replies', label: 'Replies' },
  { id: 'unread', label: 'Unread' },
  { id: 'all', label: 'All' },
];
const pageSize = 50;
const nameOf = ({ lead }: Pick<ConversationRow, 'lead'>): string =>
  [lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email;

/** The conversations of a campaign or subsequence beside the inbox's own thread: read and answered without leaving the campaign. */
export function InboxTab({ campaign, now }: { campaign: CampaignView; now: Date }) {
  const [query, setQuery] = useSearchParams();
  const folder = folders.find(({ id }) => id === query.get('folder'))?.id ?? 'replies';
  const search = query.get('search') ?? '';
  const open = Number(query.get('id')) || null;
  const [amount, setAmount] = useState(pageSize);
  const set = (name: string, value: string, ...gone: string[]) =>
    setQuery(
      (current) => {
        for (const other of gone) current.delete(other);
        if (value === '') current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true },
    );
  const { data, problem, isReading } = useConversations(campaign.id, search, { folder, limit: amount });
  const addressOf = (id: number) => {
    const next = new URLSearchParams(query);
    next.set('id', String(id));
    return `?${next.toString()}`;
  };
  const rows = data?.rows ?? [];
  return (
    <Panes $open={open !== null}>
      <section aria-label="Conversations of the campaign">
        <Head>
          <Row $gap={2} $wrap>
            <Segmented
              label="Which conversations"
              value={folder}
              items={folders}
              onValueChange={(id) => {
                setAmount(pageSize);
                set('folder', id === 'replies' ? '' : id, 'id');
              }}
            />
            <Push>
              <Link href={`/app/master-inbox?campaign=${campaign.id}`}>Master inbox</Link>
            </Push>
          </Row>
          <LeadSearch
            label="Search the conversations"
            value={search}
            onChange={(text) => {
              setAmount(pageSize);
              set('search', text, 'id');
            }}
          />
        </Head>
        {problem && (
          <div style={{ padding: 'var(--s-3)' }}>
            <LoadProblem title="The conversations could not be loaded." {...problem} />
          </div>
        )}
        {!data && !problem && <Loading label="Reading the conversations" />}
        {data && rows.length === 0 && (
          <div style={{ margin: 'auto' }}>
            <EmptyState
              icon="inbox"
              title={
                search
                  ? 'Nothing matches'
                  : folder === 'unread'
                    ? 'All read'
                    : folder === 'replies'
                      ? 'No replies yet'
                      : 'Nothing sent yet'
              }
            >
              {search
                ? 'Change or clear the search to see more.'
                : 'Replies arrive here within a minute of reaching a mailbox.'}
            </EmptyState>
          </div>
        )}
        {rows.length > 0 && (
          <List aria-label="Conversations" aria-busy={isReading} tabIndex={0}>
            {rows.map((row) => (
              <li key={row.enrolment_id}>
                <Conversation
                  row={row}
                  now={now}
                  current={row.enrolment_id === open}
                  href={addressOf(row.enrolment_id)}
                />
              </li>
            ))}
            {data?.next_cursor && amount < 200 && (
              <li style={{ padding: 'var(--s-3)', textAlign: 'center' }}>
                <Button size="small" loading={isReading} onClick={() => setAmount(Math.min(200, amount + pageSize))}>
                  Show more
                </Button>
              </li>
            )}
            {data?.next_cursor && amount >= 200 && (
              <li style={{ padding: 'var(--s-3)', textAlign: 'center' }}>
                <Link href={`/app/master-inbox?campaign=${campaign.id}`}>
                  {counted(data.total, 'conversation')}: the others are in the master inbox
                </Link>
              </li>
            )}
          </List>
        )}
      </section>
      <section aria-label="Conversation" style={{ height: '100%' }}>
        {open !== null ? (
          <OtherPart name="inbox/thread" props={{ threadId: open, onClose: () => set('id', '') }} />
        ) : (
          <div style={{ margin: 'auto' }}>
            <EmptyState icon="mail" title="No conversation open">
              Select a conversation to read and reply.
            </EmptyState>
          </div>
        )}
      </section>
    </Panes>
  );
}

function Conversation({
  row,
  now,
  current,
  href,
}: {
  row: ConversationRow;
  now: Date;
  current: boolean;
  href: string;
}) {
  const categories = useCategoryNames();
  const { timeZone: zone } = useUi();
  const time = row.time ?? row.last_reply_at ?? row.last_sent_at;
  const category = row.category_id === null ? 'Not assigned' : categories.nameOf(row.category_id);
  return (
    <Line
      href={href}
      {...(row.is_read ? {} : { 'data-unread': '' })}
      {...(current ? { 'aria-current': 'true' as const } : {})}
    >
      <Row $gap={2}>
        <b>
          {nameOf(row)}
          {!row.is_read && <VisuallyHidden>, unread</VisuallyHidden>}
        </b>
        {time && <small title={fullInstant(time, zone)}>{shortInstant(time, now, zone)}</small>}
      </Row>
      <i>
        {row.direction === 'out' ? 'You: ' : ''}
        {row.snippet || row.subject}
      </i>
      <CategoryBadge id={row.category_id} name={category} />
    </Line>
  );
}
