import { longestLinkedInAnswer } from '@skein/contracts/main/linkedin-answers.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { messagesAbove } from '@skein/ui/messages-above';
import { TextArea } from '@skein/ui/text-area';
import { styled } from 'styled-components';
import { useLinkedInAnswer } from './use-linkedin-answer';

const Box = styled.form`
  flex: none;
  margin: 0 var(--s-4) var(--s-4);
  padding: var(--s-3) var(--s-4);
  border: 1px solid var(--border-strong);
  border-radius: var(--r-3);
  background: var(--surface);
  min-width: 0;
  max-height: 62%;
  overflow: auto;
  @media (max-width: 720px) {
    margin: 0 var(--s-2) var(--s-2);
    padding: var(--s-3);
  }
`;

/** Where an answer on LinkedIn is written. */
export function LinkedInReply({
  enrolmentId,
  leadName,
  accountName,
  onClose,
}: {
  enrolmentId: number;
  leadName: string;
  accountName: string;
  onClose: () => void;
}) {
  const { text, write, send, isSending, problem } = useLinkedInAnswer(enrolmentId, onClose);
  return (
    <Box
      ref={messagesAbove}
      aria-label={`Answer ${leadName} on LinkedIn`}
      onKeyDownCapture={(event) => {
        // Before the page: there the same keys send an email.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        send();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack $gap={3}>
        {problem && (
          <Callout tone="danger" role="alert" title="Not sent">
            {problem}
          </Callout>
        )}
        <Field label={`Message to ${leadName}`} hint={`Sent on LinkedIn by ${accountName}, as plain text.`}>
          <TextArea
            autoFocus
            autoGrow
            maxRows={10}
            readOnly={isSending}
            maxLength={longestLinkedInAnswer}
            value={text}
            onChange={(event) => write(event.target.value)}
          />
        </Field>
        <Row $wrap>
          <Button type="submit" variant="primary" icon="send" loading={isSending} disabled={text.trim() === ''}>
            Send on LinkedIn
          </Button>
          <Button disabled={isSending} onClick={onClose}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </Box>
  );
}
