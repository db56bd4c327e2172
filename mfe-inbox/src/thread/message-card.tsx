import type { ThreadMessage } from '@skein/contracts/main/inbox-views';
import { Avatar } from '@skein/ui/avatar';
import { Badge } from '@skein/ui/badge';
import { formatBytes } from '@skein/ui/file-drop';
import { Icon } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { truncate } from '@skein/ui/text';
import { Tooltip } from '@skein/ui/tooltip';
import { fullInstant, zoneName } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { listTime, longTime } from '../times/when';
import { CalendarLine, calendarText } from './calendar-line';
import { MailBody } from './mail-body';
import { firstWords, kindName, textOfHtml } from './mail-text';
import { useSaveAttachment } from './use-message';

const Box = styled.article`
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  padding: var(--s-3) var(--s-4);
  min-width: 0;
  @media (max-width: 720px) {
    padding: var(--s-3);
  }
`;

const Folded = styled.button`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  width: 100%;
  min-height: 40px;
  padding: var(--s-2) var(--s-4);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface-2);
  color: var(--muted);
  &:hover {
    background: var(--surface-3);
  }
  & > b {
    font-weight: var(--w-medium);
    color: var(--text-2);
    flex: none;
    max-width: 40%;
    ${truncate}
  }
  & > span.words {
    flex: 1;
    font-size: var(--fs-2);
    ${truncate}
  }
  & > small {
    flex: none;
    font-size: var(--fs-1);
    font-weight: var(--w-medium);
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  margin-bottom: var(--s-3);
  min-width: 0;
  & > button.who {
    flex: 1;
    min-width: 0;
    display: flex;
    align-items: center;
    gap: var(--s-2);
    border-radius: var(--r-1);
  }
  & b {
    font-weight: var(--w-bold);
    ${truncate}
  }
  & .to {
    flex: 1;
    color: var(--muted);
    font-size: var(--fs-2);
    ${truncate}
  }
  & time {
    flex: none;
    font-size: var(--fs-1);
    color: var(--muted);
    font-weight: var(--w-medium);
    font-variant-numeric: tabular-nums;
  }
  & > :last-child {
    margin: -4px -6px -4px 0;
  }
  @media (max-width: 720px) {
    flex-wrap: wrap;
    & > button.who {
      min-width: 160px;
    }
    & > time {
      margin-left: auto;
    }
  }
`;

const Files = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  margin-top: var(--s-3);
  & button,
  & span.file {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
    padding: 0 8px;
    border-radius: var(--r-1);
    box-shadow: inset 0 0 0 1px var(--border-strong);
    font-size: var(--fs-2);
  }
  & button:hover {
    background: var(--surface-3);
  }
  & small {
    color: var(--muted);
    font-size: inherit;
  }
`;

export interface MessageCardProps {
  message: ThreadMessage;
  isOpen: boolean;
  onToggle: () => void;
  now: Date;
  timeZone: string;
  onForward?: (() => void) | undefined;
  onIgnore?: (() => void) | undefined;
}

/** What a received or sent mail is, with the evidence on hover. */
function KindBadge({ message }: { message: ThreadMessage }) {
  const evidence = message.classification.evidence.map(({ rule, text }) => `${rule}: ${text}`).join(' · ');
  const name =
    message.direction === 'in'
      ? kindName(message.kind)
      : message.is_bounced
        ? 'Bounced'
        : message.seq_number
          ? `Step ${message.seq_number}${message.variant_label ? ` ${message.variant_label}` : ''}`
          : null;
  const label = message.is_ignored ? 'Not counted as a reply' : name;
  if (!label) return null;
  const bad = message.kind === 'bounce' || message.is_bounced || message.kind === 'complaint';
  return (
    <Tooltip content={evidence}>
      <Badge
        tone={bad ? 'danger' : message.direction === 'in' ? 'warning' : 'neutral'}
        {...(evidence === '' ? {} : { tabIndex: 0, role: 'note', 'aria-label': `${label}: ${evidence}` })}
      >
        {label}
      </Badge>
    </Tooltip>
  );
}

/** One mail: folded to a line, or open with its body, its files and what can be done with it. */
export function MessageCard({ message, isOpen, onToggle, now, timeZone, onForward, onIgnore }: MessageCardProps) {
  const name = message.from.name || message.from.email;
  const { calendar } = message.classification;
  if (!isOpen) {
    // The text of a calendar answer is its program's.
    const words = calendar
      ? calendarText(calendar, now, timeZone)
      : message.direction === 'out' && message.quoted_text === '' && message.html !== '' && !message.is_text_only
        ? textOfHtml(message.html)
        : message.own_text;
    return (
      <Folded type="button" aria-expanded={false} onClick={onToggle}>
        <Avatar name={name} />
        <b>{name}</b>
        <span className="words">{firstWords(words) || message.subject}</span>
        <KindWord message={message} />
        <small title={fullInstant(message.at, timeZone)}>{listTime(message.at, now, timeZone)}</small>
      </Folded>
    );
  }
  const opens =
    message.direction === 'out' && message.open_count > 0
      ? `, opened ${message.open_count === 1 ? 'once' : `${message.open_count} times`}`
      : '';
  const entries: MenuEntry[] = [
    ...(onForward ? [{ label: 'Forward', icon: 'forward' as const, onSelect: onForward }] : []),
    ...(onIgnore && message.direction === 'in' && !message.is_ignored && message.kind !== 'bounce'
      ? [
          {
            label: 'Do not count as a reply',
            detail: 'A lead that it stopped continues',
            icon: 'block' as const,
            onSelect: onIgnore,
          },
        ]
      : []),
  ];
  return (
    <Box aria-label={`Mail from ${name}, ${fullInstant(message.at, timeZone)}`}>
      <Head>
        <button type="button" className="who" aria-expanded onClick={onToggle}>
          <Avatar name={name} />
          <b>{name}</b>
          <span className="to">
            to {[...message.to, ...message.cc].join(', ')}
            {opens}
          </span>
        </button>
        <KindBadge message={message} />
        <time dateTime={message.at} title={fullInstant(message.at, timeZone)}>
          {longTime(message.at, now, timeZone)} {zoneName(new Date(message.at), timeZone)}
        </time>
        {entries.length > 0 && (
          <Menu
            align="end"
            entries={entries}
            trigger={<IconButton icon="more" label={`More for the email from ${name}`} />}
          />
        )}
      </Head>
      {calendar && <CalendarLine calendar={calendar} now={now} timeZone={timeZone} />}
      <MailBody message={message} />
      <Attachments message={message} />
    </Box>
  );
}

function KindWord({ message }: { message: ThreadMessage }) {
  const name = message.is_ignored
    ? 'Not counted'
    : message.direction === 'in'
      ? kindName(message.kind)
      : message.is_bounced
        ? 'Bounced'
        : null;
  return name ? <small>{name}</small> : null;
}

function Attachments({ message }: { message: ThreadMessage }) {
  const save = useSaveAttachment(message.id);
  const files = message.attachments.filter((file) => !file.is_inline || file.is_stored);
  if (files.length === 0) return null;
  return (
    <Files aria-label="Attachments">
      {files.map((file) => (
        <li key={file.index}>
          {file.is_stored ? (
            <button type="button" onClick={() => void save(file.index)}>
              <Icon name="file" size={14} />
              {file.name}
              <small>{formatBytes(file.size)}</small>
            </button>
          ) : (
            <span className="file" title="This file was not kept">
              <Icon name="file" size={14} />
              {file.name}
              <small>{formatBytes(file.size)}, not kept</small>
            </span>
          )}
        </li>
      ))}
    </Files>
  );
}
