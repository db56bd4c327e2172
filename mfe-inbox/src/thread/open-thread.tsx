import { useEffect, useState } from 'react';
import { lazyPage } from '@skein/mfe/lazy-page';
import { Button } from '@skein/ui/button';
import { Kbd } from '@skein/ui/kbd';
import { messagesAbove } from '@skein/ui/messages-above';
import { OpeningPart } from '@skein/ui/typed-ahead';
import { ReplyBar } from '../composer/composer-style';
import { ColleagueBar } from '../presence/colleague-bar';
import { usePresence } from '../presence/use-presence';
import { nameOfLead } from '../inbox/use-change';
import { useCategories } from '../use-categories';
import { useNow } from '../use-now';
import { CategoryKeys } from './category-keys';
import { useForwarding } from '../composer/use-forward';
import { useTakeOver } from '../composer/use-take-over';
import { MessageList } from './message-list';
import { OutgoingCard } from './outgoing-card';
import { useAskedAhead } from './asked-ahead';
import { preloadComposer, ReplyPlace } from './reply-place';
import { useThreadActions, useThreadKeys } from './thread-actions';
import { preloadDialogs, ThreadDialogs } from './thread-dialogs';
import { SequenceNote } from './sequence-note';
import { ThreadHead } from './thread-head';
import { Pane } from './thread-pane';
import { Later } from './later';
import { useIgnoreReply } from './use-message';
import type { Thread } from './use-thread';
import { useLinkedInWriting, useRecovery, useWriting, waits } from './use-writing';

export interface OpenThreadProps {
  enrolmentId: number;
  thread: Thread & { data: NonNullable<Thread['data']> };
  /** Another conversation was chosen and is loading: this one is shown until then, and does nothing any more. */
  isLeaving: boolean;
  onMoveOn?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
  onShowLead?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

const LinkedInReply = lazyPage(() => import('./linkedin-reply').then((module) => module.LinkedInReply));
const nothing = () => {};

/** A conversation that is loaded: its emails, what can be done with it, and the answer. */
export function OpenThread({ enrolmentId, thread, isLeaving, onMoveOn, ...ways }: OpenThreadProps) {
  const { data, readAt, draft, draftIsKnown, leadZone, linkedInProfile, mayAct } = thread;
  const row = data.conversation;
  const { now, timeZone } = useNow();
  const { categories } = useCategories();
  const { actions, confirmStop } = useThreadActions(row, mayAct, onMoveOn ?? nothing);
  const hasDraft = draft?.draft != null;
  const linkedIn = useLinkedInWriting(enrolmentId);
  useEffect(() => {
    preloadComposer();
    preloadDialogs();
    LinkedInReply.preload();
  }, []);
  const { writing, reply, replyWith, restored, close } = useWriting(draftIsKnown, hasDraft, linkedIn);
  const forwarding = useForwarding(enrolmentId, data.messages);
  const [snoozeOpen, setSnoozeOpen] = useState(false);
  const [picking, setPicking] = useState(false);
  const ignore = useIgnoreReply();
  const takeOver = useTakeOver(enrolmentId, data.reply_to, restored);
  useRecovery(enrolmentId, { data, readAt, isShown: mayAct && !isLeaving }, restored);
  const others = usePresence(enrolmentId, writing && mayAct ? 'WRITING' : 'READING');
  const newest = data.messages.findLast((message) => message.direction === 'in') ?? data.messages.at(-1);
  const forward = () => {
    if (newest) forwarding.open(newest);
  };
  useAskedAhead(enrolmentId, { reply: replyWith, forward }, mayAct);
  useThreadKeys(isLeaving ? null : actions, {
    reply,
    forward,
    snooze: () => setSnoozeOpen(true),
  });
  const name = nameOfLead(row);
  return (
    <Pane aria-label={`Conversation with ${name}`} aria-busy={isLeaving} inert={isLeaving}>
      <ThreadHead
        row={row}
        subject={data.messages[0]?.subject || row.subject}
        actions={actions}
        now={now}
        timeZone={timeZone}
        snoozeOpen={snoozeOpen}
        onSnoozeOpen={setSnoozeOpen}
        onPickTime={() => setPicking(true)}
        {...ways}
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
        messages={data.messages}
        linkedIn={{
          enrolmentId,
          messages: data.linkedin_messages ?? [],
          answers: data.linkedin_answers ?? [],
          mayAct,
          profile: linkedInProfile,
        }}
        leadName={name}
        now={now}
        timeZone={timeZone}
        onForward={mayAct ? forwarding.open : undefined}
        onIgnore={mayAct ? (message) => void ignore(message) : undefined}
      >
        {data.outgoing
          .filter(({ status }) => waits.has(status))
          .map((outgoing) => (
            <OutgoingCard
              key={outgoing.stats_id}
              enrolmentId={enrolmentId}
              outgoing={outgoing}
              messages={data.messages}
              replyTo={data.reply_to}
              now={now}
              timeZone={timeZone}
              mayAct={mayAct}
              onRestored={restored}
            />
          ))}
      </MessageList>
      {data.sequence_note && (
        <SequenceNote
          conversation={row}
          text={data.sequence_note}
          onChange={actions?.canResume ? () => actions.ask('resume') : undefined}
        />
      )}
      <ColleagueBar
        enrolmentId={enrolmentId}
        others={others}
        timeZone={timeZone}
        onContinue={mayAct ? (html) => void takeOver(html) : undefined}
      />
      {mayAct && !writing && (
        <ReplyBar ref={messagesAbove}>
          <Button icon="reply" onClick={reply}>
            {hasDraft ? 'Continue your draft to' : 'Reply to'} {name}
            {row.kind === 'linkedin' ? ' by email' : ''}
            <Kbd aria-hidden="true">r</Kbd>
          </Button>
          {newest && (
            <Button icon="forward" onClick={forward}>
              Forward
            </Button>
          )}
          {data.linkedin_reply && !linkedIn.isOpen && (
            <Button
              icon="send"
              onClick={() => {
                close();
                linkedIn.open();
              }}
              {...(data.linkedin_reply.problem === null ? {} : { disabledReason: data.linkedin_reply.problem })}
            >
              {linkedIn.hasWords ? 'Continue your LinkedIn message' : 'Answer on LinkedIn'}
            </Button>
          )}
        </ReplyBar>
      )}
      {mayAct && linkedIn.isOpen && data.linkedin_reply && (
        <Later height={120} part="The message" meanwhile={<OpeningPart />}>
          <LinkedInReply
            key={enrolmentId}
            enrolmentId={enrolmentId}
            leadName={name}
            accountName={data.linkedin_reply.account_name}
            onClose={linkedIn.close}
          />
        </Later>
      )}
      {mayAct && writing && (
        <ReplyPlace
          key={`${enrolmentId}-${writing.round}`}
          enrolmentId={enrolmentId}
          draftIsKnown={draftIsKnown}
          isLeaving={isLeaving}
          replyTo={data.reply_to}
          leadName={name}
          answersSeen={data.answers}
          first={writing.saved?.draft ?? draft?.draft ?? null}
          firstSavedAt={writing.saved ? writing.saved.savedAt : (draft?.updated_at ?? null)}
          leadZone={leadZone ?? timeZone}
          now={now}
          timeZone={timeZone}
          autoFocus={writing.focus}
          typed={writing.typed}
          onClose={close}
          onRestored={restored}
        />
      )}
      <ThreadDialogs
        row={row}
        now={now}
        timeZone={timeZone}
        actions={actions}
        confirmStop={confirmStop}
        forwarding={forwarding}
        picking={picking}
        onPicking={setPicking}
      />
    </Pane>
  );
}
