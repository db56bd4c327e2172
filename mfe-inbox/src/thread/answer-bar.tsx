import { Button } from '@skein/ui/button';
import { Kbd } from '@skein/ui/kbd';
import { messagesAbove } from '@skein/ui/messages-above';
import { ReplyBar } from '../composer/composer-style';
import { nameOfLead } from '../inbox/use-change';
import type { OpenThreadProps } from './open-thread.types';
import type { Answering } from './use-answering';

/** The ways to answer a conversation, while no email is being written. */
export function AnswerBar({ data, answering }: { data: OpenThreadProps['thread']['data']; answering: Answering }) {
  const row = data.conversation;
  const { linkedIn } = answering;
  return (
    <ReplyBar ref={messagesAbove}>
      <Button icon="reply" onClick={answering.reply}>
        {answering.hasDraft ? 'Continue your draft to' : 'Reply to'} {nameOfLead(row)}
        {row.kind === 'linkedin' ? ' by email' : ''}
        <Kbd aria-hidden="true">r</Kbd>
      </Button>
      {answering.mayForward && (
        <Button icon="forward" onClick={answering.forward}>
          Forward
        </Button>
      )}
      {data.linkedin_reply && !linkedIn.isOpen && (
        <Button
          icon="send"
          onClick={() => {
            answering.close();
            linkedIn.open();
          }}
          {...(data.linkedin_reply.problem === null ? {} : { disabledReason: data.linkedin_reply.problem })}
        >
          {linkedIn.hasWords ? 'Continue your LinkedIn message' : 'Answer on LinkedIn'}
        </Button>
      )}
    </ReplyBar>
  );
}
