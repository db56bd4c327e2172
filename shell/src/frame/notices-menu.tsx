import { useState } from 'react';
import type { NoticeView } from '@skein/contracts/main/notices.contract';
import { Button } from '@skein/ui/button';
import { Glyph, type GlyphName } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { fullInstant } from '@skein/ui/instant';
import { BareLink, Link } from '@skein/ui/link';
import { Popover } from '@skein/ui/popover';
import { useUi } from '@skein/ui/ui-provider';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { styled } from 'styled-components';
import { agoText } from './sync-pill';
import { useNotices } from './use-notices';

const List = styled.ul`
  max-height: min(440px, 60dvh);
  overflow: auto;
  & > li {
    border-top: 1px solid var(--border);
  }
`;

const Line = styled(BareLink)<{ $unread: boolean }>`
  display: flex;
  gap: 10px;
  padding: 10px var(--s-4);
  color: var(--text);
  ${({ $unread }) => $unread && 'background: var(--accent-soft);'}
  &:hover {
    background: var(--surface-3);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & > svg {
    flex: none;
    margin-top: 4px;
  }
  & > div {
    flex: 1;
    min-width: 0;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  & b {
    display: block;
    font-size: var(--fs-3);
    line-height: var(--lh-3);
    font-weight: var(--w-medium);
    color: var(--text);
  }
  & > time {
    white-space: nowrap;
    font-size: var(--fs-2);
    line-height: var(--lh-3);
    color: var(--muted);
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-2);
  min-height: 44px;
  padding: 0 var(--s-2) 0 var(--s-4);
  & > h2 {
    font-weight: var(--w-bold);
  }
`;

const Foot = styled.div`
  padding: var(--s-2) var(--s-4);
  border-top: 1px solid var(--border);
  font-size: var(--fs-2);
`;

const Empty = styled.div`
  padding: 0 var(--s-4) var(--s-4);
  color: var(--muted);
`;

const glyphs: Record<NoticeView['tone'], GlyphName> = { success: 'done', info: 'new', warning: 'warn', danger: 'bad' };

function Lines({ rows, onOpen }: { rows: readonly NoticeView[]; onOpen: (notice: NoticeView) => void }) {
  const { timeZone } = useUi();
  return (
    <List tabIndex={-1}>
      {rows.map((row) => (
        <li key={row.id}>
          <Line
            href={row.href ?? '/app/settings/warning-notifications'}
            $unread={!row.is_read}
            onClick={() => onOpen(row)}
          >
            <Glyph name={glyphs[row.tone]} style={{ color: `var(--${row.tone})` }} />
            <div>
              {!row.is_read && <VisuallyHidden>New: </VisuallyHidden>}
              <b>{row.title}</b>
              {row.text}
            </div>
            <time dateTime={row.at} title={fullInstant(row.at, timeZone)}>
              {agoText(Date.parse(row.at), Date.now())}
            </time>
          </Line>
        </li>
      ))}
    </List>
  );
}

/** What happened while nobody looked: kept by the server, read or unread for each person, new ones at once. */
export function NoticesMenu() {
  const [open, setOpen] = useState(false);
  const { rows: known, unread, problem, mark } = useNotices(open);
  const rows = known ?? [];
  const openNotice = (notice: NoticeView) => {
    setOpen(false);
    if (!notice.is_read) void mark({ ids: [notice.id] });
  };
  const label = unread > 0 ? `Notifications, ${unread >= 100 ? 'more than 99' : unread} new` : 'Notifications';
  return (
    <Popover
      label="Notifications"
      align="end"
      width={380}
      padded={false}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          icon="bell"
          size="medium"
          tooltip={false}
          label={label}
          {...(unread > 0 ? { dot: 'accent' as const } : {})}
        />
      }
    >
      <Head>
        <h2>Notifications</h2>
        {unread > 0 && rows[0] && (
          <Button size="small" variant="ghost" onClick={() => void mark({ up_to: rows[0]?.id as number })}>
            Mark all as read
          </Button>
        )}
      </Head>
      {problem && (
        <Empty role="alert">
          Notifications couldn’t be loaded.{' '}
          <Button size="small" onClick={problem.onRetry}>
            Try again
          </Button>
        </Empty>
      )}
      {!problem && known?.length === 0 && (
        <Empty>
          Nothing yet. Mailboxes that fail, finished imports, paused campaigns and anything else that needs you will
          appear here.
        </Empty>
      )}
      {!problem && !known && <Empty role="status">Loading…</Empty>}
      {rows.length > 0 && <Lines rows={rows} onOpen={openNotice} />}
      <Foot onClick={() => setOpen(false)}>
        <Link href="/app/settings/warning-notifications">Notification settings</Link>
      </Foot>
    </Popover>
  );
}
