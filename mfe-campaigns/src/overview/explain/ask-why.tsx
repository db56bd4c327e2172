import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Field, Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { useAskWhy } from './ask-why.hooks';

/** A question in one's own words about a lead. The AI answers from the explanation above and nothing else. */
export function AskWhy({ campaignId, enrolmentId }: { campaignId: number; enrolmentId: number }) {
  const [question, setQuestion] = useState('');
  const { isAvailable, isSandbox, isLoading, answer, problem, ask } = useAskWhy(campaignId, enrolmentId);
  if (!isAvailable) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (question.trim() !== '') void ask(question.trim());
      }}
    >
      <Stack $gap={2} style={{ marginTop: 'var(--s-4)' }}>
        <Field
          label="Ask about this"
          hint={
            isSandbox
              ? 'The sandbox’s stand-in repeats the explanation.'
              : 'The AI answers from the explanation above only.'
          }
        >
          <Row $gap={2}>
            <TextInput
              maxLength={300}
              value={question}
              onChange={(event) => setQuestion(event.target.value)}
              placeholder="When does the next email go out?"
              aria-label="Ask about this"
            />
            <Button
              type="submit"
              loading={isLoading}
              {...(question.trim() === '' ? { disabledReason: 'Enter a question first' } : {})}
            >
              Ask
            </Button>
          </Row>
        </Field>
        {answer && (
          <div role="status">
            <Text as="p" style={{ whiteSpace: 'pre-wrap' }}>
              {answer.answer}
            </Text>
            {answer.checks.length > 0 && <Hint>Based on: {answer.checks.join(', ')}</Hint>}
          </div>
        )}
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
      </Stack>
    </form>
  );
}
