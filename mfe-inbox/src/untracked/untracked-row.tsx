import type { UntrackedReply } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { Badge } from '@skein/ui/badge';
import { BareLink } from '@skein/ui/link';
import { truncate } from '@skein/ui/text';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { fullInstant } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { listTime } from '../times/when';

const Line = styled(BareLink)`
  display: grid;
  align-content: start;
  height: 100%;
  padding: 5px var(--s-4) 4px 22px;
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
    top: 12px;
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: var(--accent);
  }
  & > span.top {
    display: flex;
    gap: var(--s-2);
    min-width: 0;
  }
  & > span.top > b {
    flex: 1;
    font-weight: var(--w-medium);
    ${truncate}
  }
  &[data-unread] b {
    font-weight: var(--w-bold);
  }
  & time {
    flex: none;
    font-size: var(--fs-1);
    line-height: var(--lh-3);
    color: var(--muted);
    font-weight: var(--w-medium);
  }
  & > span.said {
    line-height: 18px;
    ${truncate}
  }
  & em,
  & i {
    font-style: normal;
  }
  & i {
    margin-left: 6px;
    color: var(--muted);
    font-size: var(--fs-2);
  }
  &[aria-current] i,
  &[aria-current] time {
    color: var(--text-2);
  }
  & > span.foot {
    margin-top: 3px;
    min-width: 0;
    display: flex;
  }
  @media (max-width: 720px) {
    padding: var(--s-3) var(--s-4) var(--s-3) 24px;
    &[data-unread]::before {
      top: 19px;
    }
  }
`;

/** One line of the untracked replies, with the likeliest lead. */
export function UntrackedRow({
  reply,
  href,
  current,
  now,
  timeZone,
}: {
  reply: UntrackedReply;
  href: string;
  current: boolean;
  now: Date;
  timeZone: string;
}) {
  const [likeliest] = reply.suggestions;
  return (
    <Line
      href={href}
      {...(current ? { 'aria-current': 'true' as const } : {})}
      {...(reply.is_read ? {} : { 'data-unread': '' })}
    >
      <span className="top">
        <b>
          {reply.from.name || reply.from.email}
          {!reply.is_read && <VisuallyHidden>, unread</VisuallyHidden>}
        </b>
        <time dateTime={reply.at} title={fullInstant(reply.at, timeZone)}>
          {listTime(reply.at, now, timeZone)}
        </time>
      </span>
      <span className="said">
        <em>{reply.subject || 'No subject'}</em>
        {reply.snippet && <i>{reply.snippet}</i>}
      </span>
      <span className="foot">
        {likeliest ? (
          <Badge tone="info">Likely {likeliest.lead_name || likeliest.lead_email}</Badge>
        ) : (
          <Badge>No match found</Badge>
        )}
      </span>
    </Line>
  );
}
