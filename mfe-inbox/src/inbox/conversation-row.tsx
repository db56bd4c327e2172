import { memo, type MouseEvent } from 'react';
import type { ConversationRow as Conversation } from '@skein/contracts/main/inbox-views';
import { CategoryBadge } from '@skein/ui/category-badge';
import { Icon } from '@skein/ui/icon';
import { BareLink } from '@skein/ui/link';
import { truncate } from '@skein/ui/text';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { fullInstant } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { listTime } from '../times/when';
import { nameOfLead } from './use-change';

const Line = styled(BareLink)`
  display: block;
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
  &[aria-current] small,
  &[aria-current] i {
    color: var(--text-2);
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
  &[data-unread] b,
  &[data-unread] em {
    font-weight: var(--w-bold);
  }
  & b,
  & em,
  & i {
    font-weight: var(--w-regular);
    font-style: normal;
  }
  & i {
    margin-left: 6px;
    color: var(--muted);
    font-size: var(--fs-2);
  }
  & small {
    font-size: inherit;
    color: var(--muted);
    font-weight: var(--w-regular);
  }
  @media (max-width: 720px) {
    padding: var(--s-3) var(--s-4) var(--s-3) 24px;
    &[data-unread]::before {
      top: 19px;
    }
    &[data-selecting] {
      padding-left: 44px;
    }
    &[data-selecting]::before {
      display: none;
    }
  }
  /* A long press selects the row; without this the phone would select text or show its link menu. */
  @media (hover: none) {
    -webkit-touch-callout: none;
    user-select: none;
  }
`;

const Top = styled.span`
  display: flex;
  gap: var(--s-2);
  & > span:first-child {
    flex: 1;
    ${truncate}
  }
  & > span:last-child {
    flex: none;
    font-size: var(--fs-1);
    line-height: var(--lh-3);
    color: var(--muted);
    font-weight: var(--w-medium);
    font-variant-numeric: tabular-nums;
  }
  [aria-current] & > span:last-child {
    color: var(--text-2);
  }
`;

/** Subject and beginning of the newest message, in one line. */
const Said = styled.span`
  display: block;
  line-height: 18px;
  ${truncate}
`;

const Foot = styled.span`
  display: flex;
  align-items: center;
  gap: 6px;
  margin-top: 3px;
  font-size: var(--fs-1);
  line-height: var(--lh-1);
  color: var(--muted);
  [aria-current] & {
    color: var(--text-2);
  }
  & > span:nth-child(2) {
    ${truncate} flex: 1;
  }
  & > svg {
    flex: none;
    color: var(--muted);
  }
`;

/** What the line says besides category and campaign: why a lead is not mailed, or when it goes on. */
function remark(row: Conversation, now: Date): string {
  if (row.is_bounced) return 'Bounced';
  // The day by the campaign's zone, in which it sends again.
  if (row.is_held)
    return row.resumes_at ? `resumes ${listTime(row.resumes_at, now, row.campaign.time_zone)}` : 'waits to be resumed';
  if (row.category_id === 4) return 'Blocked in all campaigns';
  if (row.is_unsubscribed) return 'Unsubscribed';
  return row.campaign.name;
}

/** One line of the list; a press on j or k draws the two lines that it is about, not all. */
export const ConversationRow = memo(function ConversationRow({
  row,
  href,
  current,
  now,
  timeZone,
  categoryName,
  onPress,
  selecting,
}: {
  row: Conversation;
  href: string;
  current: boolean;
  now: Date;
  timeZone: string;
  categoryName: string;
  /** Set on the open row, and on every row while presses select. */
  onPress: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** Whether a press selects the row; its checkbox is then shown. */
  selecting: boolean;
}) {
  const time = row.time ?? row.last_reply_at ?? row.last_sent_at;
  // The message shown is the lead’s, and we have sent one since.
  const emailed =
    row.direction === 'in' && time && row.last_sent_at && row.last_sent_at > time ? row.last_sent_at : null;
  const snoozed = row.snoozed_until !== null && new Date(row.snoozed_until) > now;
  return (
    <Line
      href={href}
      {...(onPress ? { onClick: onPress } : {})}
      data-conversation={row.enrolment_id}
      {...(selecting ? { 'data-selecting': '' } : {})}
      {...(row.is_read ? {} : { 'data-unread': '' })}
      {...(current ? { 'aria-current': 'true' as const } : {})}
    >
      <Top>
        <span>
          <b>{nameOfLead(row)}</b>
          {!row.is_read && <VisuallyHidden>, unread</VisuallyHidden>} <small>{row.lead.company_name}</small>
        </span>
        {time && <span title={fullInstant(time, timeZone)}>{listTime(time, now, timeZone)}</span>}
      </Top>
      <Said>
        <em>{row.subject || 'No subject'}</em>
        {row.snippet && (
          <i>
            {row.kind === 'linkedin' ? 'LinkedIn: ' : row.direction === 'out' ? 'You: ' : ''}
            {row.snippet}
          </i>
        )}
      </Said>
      <Foot>
        <CategoryBadge id={row.category_id} name={categoryName} />
        <span>{remark(row, now)}</span>
        {emailed && <Icon name="reply" size={12} title={`Emailed since: ${fullInstant(emailed, timeZone)}`} />}
        {row.is_important && <Icon name="star" size={12} title="Important" />}
        {row.assigned_user && <Icon name="user" size={12} title={`Assigned to ${row.assigned_user.name}`} />}
        {row.next_reminder_at && (
          <Icon name="bell" size={12} title={`Reminder ${fullInstant(row.next_reminder_at, timeZone)}`} />
        )}
        {row.next_scheduled_at && (
          <Icon name="clock" size={12} title={`Leaves ${fullInstant(row.next_scheduled_at, timeZone)}`} />
        )}
        {(snoozed || row.is_held) && (
          <Icon
            name="moon"
            size={12}
            title={snoozed && row.snoozed_until ? `Snoozed until ${fullInstant(row.snoozed_until, timeZone)}` : 'Waits'}
          />
        )}
      </Foot>
    </Line>
  );
});
