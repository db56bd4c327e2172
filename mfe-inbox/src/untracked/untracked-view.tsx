import { useEffect, useRef } from 'react';
import { Avatar } from '@skein/ui/avatar';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { IconButton } from '@skein/ui/icon-button';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { fullInstant } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { PaneHead } from '../inbox/pane-parts';
import { CalendarLine } from '../thread/calendar-line';
import { MailBody } from '../thread/mail-body';
import { kindName } from '../thread/mail-text';
import { longTime } from '../times/when';
import { AssociateCard } from './associate-card';
import { useUntrackedReply } from './use-untracked-reply';

const Pane = styled.section`
  display: flex;
  flex-direction: column;
  min-height: 0;
`;

const Content = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  display: grid;
  align-content: start;
  gap: var(--s-4);
  padding: var(--s-4);
`;

const Mail = styled.article`
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  padding: var(--s-3) var(--s-4);
  min-width: 0;
  & > header {
    display: flex;
    align-items: center;
    gap: var(--s-2);
    margin-bottom: var(--s-3);
    min-width: 0;
  }
  & > header > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > header small {
    display: block;
    color: var(--muted);
    font-size: var(--fs-2);
  }
  & > header time {
    flex: none;
    font-size: var(--fs-1);
    color: var(--muted);
    font-weight: var(--w-medium);
  }
`;

export interface UntrackedViewProps {
  replyId: number;
  isIgnored: boolean;
  mayAct: boolean;
  now: Date;
  timeZone: string;
  onBack?: (() => void) | undefined;
  onRead: (id: number) => void;
  onIgnore: (id: number, ignored: boolean) => void;
  onDone: () => void;
}

/** One untracked reply: what it says, whose it may be, and a way to pass it over. */
export function UntrackedView({
  replyId,
  isIgnored,
  mayAct,
  now,
  timeZone,
  onBack,
  onRead,
  onIgnore,
  onDone,
}: UntrackedViewProps) {
  const { reply, problem, isGone } = useUntrackedReply(replyId);
  const read = useRef(onRead);
  read.current = onRead;
  const isUnread = reply?.is_read === false;
  useEffect(() => {
    if (isUnread && mayAct) read.current(replyId);
  }, [isUnread, mayAct, replyId]);
  if (!reply && problem)
    return (
      <Pane aria-label="Untracked reply">
        <div style={{ flex: 1, display: 'grid', placeItems: 'center' }}>
          <EmptyState
            icon="alert"
            title={isGone ? 'This reply is no longer untracked' : 'This reply could not be loaded'}
            actions={
              isGone ? (
                <Button onClick={onDone}>Back to the list</Button>
              ) : (
                <Button onClick={problem.onRetry}>Try again</Button>
              )
            }
          >
            {isGone ? 'It was matched to a lead, or removed.' : problem.message}
          </EmptyState>
        </div>
      </Pane>
    );
  if (!reply)
    return (
      <Pane aria-label="Untracked reply">
        <Loading label="Loading the reply">
          <SkeletonLines lines={6} />
        </Loading>
      </Pane>
    );
  const name = reply.from.name || reply.from.email;
  const kind = kindName(reply.kind);
  const Title = onBack ? 'h1' : 'h2';
  return (
    <Pane aria-label={`Untracked reply from ${name}`}>
      <PaneHead>
        {onBack && <IconButton icon="chevron-left" label="Back to the list" onClick={onBack} />}
        <Title tabIndex={-1}>{reply.subject || 'No subject'}</Title>
        {mayAct && (
          <span className="push">
            <Button
              size="small"
              variant="ghost"
              icon={isIgnored ? 'undo' : 'block'}
              onClick={() => onIgnore(reply.id, !isIgnored)}
            >
              {isIgnored ? 'Restore' : 'Ignore'}
            </Button>
          </span>
        )}
      </PaneHead>
      <Content tabIndex={0} role="region" aria-label="Reply" style={{ outlineOffset: '-2px' }}>
        <Mail>
          <header>
            <Avatar name={name} />
            <div>
              <b>{name}</b>
              <small>
                {reply.from.email} to {reply.mailbox.from_email}
              </small>
            </div>
            {kind && <Badge tone="warning">{kind}</Badge>}
            <time dateTime={reply.at} title={fullInstant(reply.at, timeZone)}>
              {longTime(reply.at, now, timeZone)}
            </time>
          </header>
          {reply.calendar && <CalendarLine calendar={reply.calendar} now={now} timeZone={timeZone} />}
          <MailBody message={reply} />
        </Mail>
        {mayAct && <AssociateCard key={reply.id} reply={reply} now={now} timeZone={timeZone} onDone={onDone} />}
      </Content>
    </Pane>
  );
}
