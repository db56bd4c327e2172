import { lazyPage } from '@skein/mfe/lazy-page';
import { OpeningPart } from '@skein/ui/typed-ahead';
import { nameOfLead } from '../inbox/use-change';
import { Later } from './later';
import type { OpenThreadProps } from './open-thread.types';
import { preloadComposer, ReplyPlace } from './reply-place';
import type { Answering } from './use-answering';

const LinkedInReply = lazyPage(() => import('./linkedin-reply').then((module) => module.LinkedInReply));

/** Fetched once a conversation is shown: an answer does not wait for what it is written in. */
export function preloadAnswers(): void {
  preloadComposer();
  LinkedInReply.preload();
}

/** The answer that is being written, on LinkedIn or by email. */
export function WrittenAnswer({
  enrolmentId,
  thread: { data, draft, draftIsKnown, leadZone },
  isLeaving,
  answering: { linkedIn, writing, close, restored },
  now,
  timeZone,
}: Pick<OpenThreadProps, 'enrolmentId' | 'thread' | 'isLeaving'> & {
  answering: Answering;
  now: Date;
  timeZone: string;
}) {
  const leadName = nameOfLead(data.conversation);
  return (
    <>
      {linkedIn.isOpen && data.linkedin_reply && (
        <Later height={120} part="The message" meanwhile={<OpeningPart />}>
          <LinkedInReply
            key={enrolmentId}
            enrolmentId={enrolmentId}
            leadName={leadName}
            accountName={data.linkedin_reply.account_name}
            onClose={linkedIn.close}
          />
        </Later>
      )}
      {writing && (
        <ReplyPlace
          key={`${enrolmentId}-${writing.round}`}
          enrolmentId={enrolmentId}
          draftIsKnown={draftIsKnown}
          isLeaving={isLeaving}
          replyTo={data.reply_to}
          leadName={leadName}
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
    </>
  );
}
