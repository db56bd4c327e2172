import { useEffect, useState } from 'react';
import { ColleagueBar } from '../presence/colleague-bar';
import { nameOfLead } from '../inbox/use-change';
import { useCategories } from '../use-categories';
import { useNow } from '../use-now';
import { AnswerBar } from './answer-bar';
import { CategoryKeys } from './category-keys';
import { MessageList } from './message-list';
import type { OpenThreadProps } from './open-thread.types';
import { OutgoingCard } from './outgoing-card';
import { useThreadActions } from './thread-actions';
import { preloadDialogs, ThreadDialogs } from './thread-dialogs';
import { useThreadKeys } from './thread-keys';
import { SequenceNote } from './sequence-note';
import { ThreadHead } from './thread-head';
import { Pane } from './thread-pane';
import { useAnswering } from './use-answering';
import { useIgnoreReply } from './use-message';
import { waits } from './use-writing';
import { preloadAnswers, WrittenAnswer } from './written-answer';

const nothing = () => {};

/** A conversation that is loaded: its emails, what can be done with it, and the answer. */
export function OpenThread(props: OpenThreadProps) {
  const { enrolmentId, thread, isLeaving, onMoveOn, ...ways } = props;
  const { data, linkedInProfile, mayAct } = thread;
  const row = data.conversation;
  const time = useNow();
  const { categories } = useCategories();
  const { actions, confirmStop } = useThreadActions(row, mayAct, onMoveOn ?? nothing);
  useEffect(() => {
    preloadAnswers();
    preloadDialogs();
  }, []);
  const [snoozeOpen, setSnoozeOpen] = useState(false);
  const [picking, setPicking] = useState(false);
  const ignore = useIgnoreReply();
  const answering = useAnswering(props);
  const { reply, restored, writing, forwarding, forward } = answering;
  useThreadKeys(isLeaving ? null : actions, { reply, forward, snooze: () => setSnoozeOpen(true) });
  const name = nameOfLead(row);
  return (
    <Pane aria-label={`Conversation with ${name}`} aria-busy={isLeaving} inert={isLeaving}>
      <ThreadHead
        row={row}
        subject={data.messages[0]?.subject || row.subject}
        actions={actions}
        {...time}
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
        {...time}
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
              {...time}
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
        others={answering.others}
        timeZone={time.timeZone}
        onContinue={mayAct ? (html) => void answering.takeOver(html) : undefined}
      />
      {mayAct && !writing && <AnswerBar data={data} answering={answering} />}
      {mayAct && <WrittenAnswer {...{ enrolmentId, thread, isLeaving, answering }} {...time} />}
      <ThreadDialogs
        row={row}
        {...time}
        actions={actions}
        confirmStop={confirmStop}
        forwarding={forwarding}
        picking={picking}
        onPicking={setPicking}
      />
    </Pane>
  );
}
