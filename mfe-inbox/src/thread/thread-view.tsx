import { useCallback, useEffect, useRef, useState } from 'react';
import type { ThreadMessage } from '@skein/contracts/main/inbox-views';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { EmptyState } from '@skein/ui/empty-state';
import { Icon } from '@skein/ui/icon';
import { Kbd } from '@skein/ui/kbd';
import { LinkButton } from '@skein/ui/link';
import { Loading, Skeleton } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { styled } from 'styled-components';
import { useInboxIgnoreMutation } from '../api';
import { Composer } from '../composer/composer';
import { ReplyBar } from '../composer/composer-style';
import { ForwardDialog } from '../composer/forward-dialog';
import { ColleagueBar } from '../presence/colleague-bar';
import { usePresence } from '../presence/use-presence';
import { nameOfLead } from '../inbox/use-change';
import { PickTimeDialog } from '../times/pick-time-dialog';
import { useCategories } from '../use-categories';
import { useNow } from '../use-now';
import { CategoryKeys } from './category-keys';
import { MessageCard } from './message-card';
import { OutgoingCard } from './outgoing-card';
import { RecordDialogs } from './record-dialogs';
import { useThreadActions, useThreadKeys } from './thread-actions';
import { ThreadHead } from './thread-head';
import { useThread } from './use-thread';

const Pane = styled.section`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-height: 0;
  min-width: 0;
`;

const Messages = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  padding: var(--s-3) var(--s-4);
  display: flex;
  flex-direction: column;
  gap: var(--s-3);
  scrollbar-width: thin;
  & > * {
    flex: none;
  }
  @media (max-width: 720px) {
    padding: var(--s-3);
  }
`;

const Note = styled.p`
  display: flex;
  align-items: center;
  gap: 6px;
  flex: none;
  padding: var(--s-1) var(--s-5) var(--s-2);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  & button {
    font-size: inherit;
  }
`;

export interface ThreadViewProps {
  enrolmentId: number;
  /** The next conversation, once this one is done with. */
  onMoveOn?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
  onShowLead?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

const nothing = () => {};

/** One conversation: its mails, what can be done with it, and the answer. */
export function ThreadView({ enrolmentId, onMoveOn, onBack, onShowLead, onClose }: ThreadViewProps) {
  const { data, error, isLoading, retry, draft, draftIsKnown, leadZone, mayAct } = useThread(enrolmentId);
  const { now, timeZone } = useNow();
  const { categories } = useCategories();
  const row = data?.conversation;
  const { actions, confirmStop } = useThreadActions(row, mayAct, onMoveOn ?? nothing);
  const [writing, setWriting] = useState<{ round: number; focus: boolean } | null>(null);
  const [forwarding, setForwarding] = useState<ThreadMessage | null>(null);
  const [snoozeOpen, setSnoozeOpen] = useState(false);
  const [picking, setPicking] = useState(false);
  const [ignore] = useInboxIgnoreMutation();
  const others = usePresence(enrolmentId, writing && mayAct ? 'WRITING' : 'READING');
  const newest = data?.messages.findLast((message) => message.direction === 'in') ?? data?.messages.at(-1);

  const reply = useCallback(() => setWriting((before) => ({ round: before?.round ?? 0, focus: true })), []);
  const restored = useCallback(() => setWriting((before) => ({ round: (before?.round ?? 0) + 1, focus: true })), []);
  useThreadKeys(actions, {
    reply,
    forward: () => {
      if (newest) setForwarding(newest);
    },
    snooze: () => setSnoozeOpen(true),
  });
  // What somebody began to write waits for them; closed once, it waits behind the button.
  const hasDraft = draft?.draft != null;
  const looked = useRef(false);
  useEffect(() => {
    if (!draftIsKnown || looked.current) return;
    looked.current = true;
    if (hasDraft) setWriting((before) => before ?? { round: 0, focus: false });
  }, [draftIsKnown, hasDraft]);

  if (error && !data) {
    const problem = problemOf(error);
    return (
      <Pane aria-label="Conversation">
        <div style={{ flex: 1, display: 'grid', placeItems: 'center' }}>
          <EmptyState
            icon="alert"
            title={problem.status === 404 ? 'This conversation is not here' : 'The conversation could not be read'}
            actions={
              problem.status === 404 ? (
                onBack && <Button onClick={onBack}>Back to the list</Button>
              ) : (
                <Button onClick={retry}>Try again</Button>
              )
            }
          >
            {problem.status === 404 ? 'It was removed, or it is not among those you may see.' : problem.message}
          </EmptyState>
        </div>
      </Pane>
    );
  }
  if (isLoading || !data || !row)
    return (
      <Pane aria-label="Conversation">
        <Loading label="Loading the conversation">
          <div style={{ display: 'grid', gap: 'var(--s-3)', padding: 'var(--s-4)' }}>
            <Skeleton $width="52%" $height={20} />
            <Skeleton $height={40} />
            <Skeleton $height={40} />
            <Skeleton $height={180} />
          </div>
        </Loading>
      </Pane>
    );

  const forget = async (message: ThreadMessage) => {
    try {
      const { is_resumed } = await ignore({ params: { messageId: message.id } }).unwrap();
      toasts.show({
        title: 'Not counted as a reply',
        text: is_resumed ? 'The sequence goes on.' : 'The sequence stays as it is.',
      });
    } catch (problem) {
      showProblem('Not changed', problem);
    }
  };
  const name = nameOfLead(row);
  const waiting = data.outgoing.filter(
    ({ status }) => status === 'SCHEDULED' || status === 'INPROGRESS' || status === 'FAILED',
  );
  return (
    <Pane aria-label={`Conversation with ${name}`}>
      <ThreadHead
        row={row}
        subject={data.messages[0]?.subject || row.subject}
        actions={actions}
        now={now}
        timeZone={timeZone}
        snoozeOpen={snoozeOpen}
        onSnoozeOpen={setSnoozeOpen}
        onPickTime={() => setPicking(true)}
        onBack={onBack}
        onShowLead={onShowLead}
        onClose={onClose}
      />
      {actions && (
        <CategoryKeys
          categories={categories}
          value={row.category_id}
          onChoose={actions.categorise}
          canMove={onMoveOn !== undefined}
        />
      )}
      <MessageList
        key={enrolmentId}
        messages={data.messages}
        now={now}
        timeZone={timeZone}
        onForward={mayAct ? setForwarding : undefined}
        onIgnore={mayAct ? (message) => void forget(message) : undefined}
      >
        {waiting.map((outgoing) => (
          <OutgoingCard
            key={outgoing.stats_id}
            enrolmentId={enrolmentId}
            outgoing={outgoing}
            signature={data.reply_to.signature}
            now={now}
            timeZone={timeZone}
            mayAct={mayAct}
            onRestored={restored}
          />
        ))}
      </MessageList>
      {data.sequence_note && (
        <Note>
          <Icon name="block" size={14} />
          <span>{data.sequence_note}</span>
          {actions?.canResume && <LinkButton onClick={() => actions.ask('resume')}>Change</LinkButton>}
        </Note>
      )}
      <ColleagueBar enrolmentId={enrolmentId} others={others} timeZone={timeZone} />
      {mayAct && !writing && (
        <ReplyBar>
          <Button icon="reply" onClick={reply}>
            {hasDraft ? 'Continue your draft to' : 'Reply to'} {name}
            <Kbd aria-hidden="true">r</Kbd>
          </Button>
          {newest && (
            <Button icon="forward" onClick={() => setForwarding(newest)}>
              Forward
            </Button>
          )}
        </ReplyBar>
      )}
      {mayAct && writing && draftIsKnown && (
        <Composer
          key={`${enrolmentId}-${writing.round}`}
          enrolmentId={enrolmentId}
          replyTo={data.reply_to}
          leadName={name}
          answersSeen={data.answers}
          first={draft?.draft ?? null}
          firstSavedAt={draft?.updated_at ?? null}
          leadZone={leadZone ?? timeZone}
          now={now}
          timeZone={timeZone}
          autoFocus={writing.focus}
          onClose={() => setWriting(null)}
          onRestored={restored}
        />
      )}
      {forwarding && (
        <ForwardDialog enrolmentId={enrolmentId} message={forwarding} onClose={() => setForwarding(null)} />
      )}
      {actions && (
        <PickTimeDialog
          open={picking}
          onOpenChange={setPicking}
          title="Snooze until"
          confirmLabel="Snooze"
          now={now}
          timeZone={timeZone}
          onPick={actions.snooze}
        />
      )}
      <ConfirmDialog
        {...confirmStop}
        title="Do Not Contact"
        confirmLabel="Stop and block"
        description={`${name} is stopped in every campaign, and ${row.lead.email} goes on the block list. This cannot be undone from here.`}
      />
      <RecordDialogs row={row} now={now} timeZone={timeZone} />
    </Pane>
  );
}

/** The mails: the newest open, the older ones folded to a line each; begins at the newest. */
function MessageList({
  messages,
  children,
  onForward,
  onIgnore,
  now,
  timeZone,
}: {
  messages: readonly ThreadMessage[];
  children: React.ReactNode;
  now: Date;
  timeZone: string;
  onForward?: ((message: ThreadMessage) => void) | undefined;
  onIgnore?: ((message: ThreadMessage) => void) | undefined;
}) {
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const place = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.id;
  useEffect(() => {
    const element = place.current;
    const newest = element?.querySelector<HTMLElement>(`[data-message="${last}"]`);
    if (element && newest) element.scrollTop = Math.max(0, newest.offsetTop - element.offsetTop - 64);
  }, [last]);
  return (
    <Messages ref={place} tabIndex={0} role="region" aria-label="Mails" style={{ outlineOffset: '-2px' }}>
      {messages.map((message) => {
        const isOpen =
          changed.get(message.id) ?? (message.id === last || (message.direction === 'in' && !message.is_read));
        return (
          <div key={message.id} data-message={message.id}>
            <MessageCard
              message={message}
              isOpen={isOpen}
              now={now}
              timeZone={timeZone}
              onToggle={() => setChanged(new Map(changed).set(message.id, !isOpen))}
              onForward={onForward && (() => onForward(message))}
              onIgnore={onIgnore && (() => onIgnore(message))}
            />
          </div>
        );
      })}
      {children}
    </Messages>
  );
}
