import { useState } from 'react';
import { styled } from 'styled-components';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { blockListContract } from '@skein/contracts/main/block-list.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { CodeBlock } from '@skein/ui/code-block';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { useAddEntries } from './block-uploads.hooks';
import { ScopeField, type Scope } from './scope-field';
import { entriesAtOnce, typedEntries } from './typed-entries';

type Answer = CallOutput<(typeof blockListContract)['endpoints']['addBlockEntries']>;

/** What was done, in numbers. */
const outcome = (answer: Answer): string =>
  [
    `${counted(answer.added, 'entry', 'entries')} added`,
    answer.already_there > 0 ? `${answer.already_there.toLocaleString('en-US')} there already` : null,
    answer.leads_blocked > 0 ? `${counted(answer.leads_blocked, 'lead')} stopped` : null,
    answer.cancelled_emails > 0 ? `${counted(answer.cancelled_emails, 'reserved email')} cancelled` : null,
  ]
    .filter(Boolean)
    .join(', ');

const Problems = styled.ul`
  margin-top: var(--s-1);
  max-height: 120px;
  overflow: auto;
  overflow-wrap: anywhere;
`;

/** Blocks what is typed or pasted; what is neither an address nor a domain comes back to be corrected. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { add, isAdding } = useAddEntries();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<Scope>(null);
  const [unchosen, setUnchosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const entries = typedEntries(text);
  const save = async () => {
    setProblem(null);
    if (scope === 'unchosen') return setUnchosen('Choose the client, or the whole workspace.');
    if (entries.length === 0) return setProblem('Type or paste at least one address or domain.');
    if (entries.length > entriesAtOnce)
      return setProblem(
        `${counted(entries.length, 'entry', 'entries')} are more than ${entriesAtOnce.toLocaleString('en-US')} at once.`,
      );
    try {
      const given = await add({
        entries,
        ...(scope === null ? {} : { client_id: scope }),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      });
      if (given.invalid.length > 0) {
        setAnswer(given);
        setText(given.invalid.join('\n'));
      } else {
        toasts.show({ title: outcome(given) });
        onClose();
      }
    } catch (error) {
      setProblem(problemOf(error).message);
    }
    return undefined;
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Block addresses and domains"
      description="Matching leads stop in every running campaign at once, and their scheduled emails are cancelled."
      footer={
        <>
          <Button onClick={onClose}>{answer ? 'Close' : 'Cancel'}</Button>
          <Button variant="primary" loading={isAdding} onClick={() => void save()}>
            {entries.length > 0 ? `Block ${entries.length.toLocaleString('en-US')}` : 'Block'}
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {answer && (
          <div role="status">
            <Callout tone="warning" title={`${outcome(answer)}.`}>
              {counted(answer.invalid.length, 'entry', 'entries')} couldn’t be blocked. Correct them below.
              <Problems>
                {answer.problems.map(({ entry, problem: why }) => (
                  <li key={entry}>
                    <b>{entry}</b>: {why}
                  </li>
                ))}
              </Problems>
            </Callout>
          </div>
        )}
        {answer && answer.invalid.length > 20 && <CodeBlock label="Not understood" code={answer.invalid.join('\n')} />}
        <Field
          label="Addresses and domains"
          hint="One per line, or separated by commas. A domain blocks its subdomains too: acme.com blocks mail.acme.com."
          error={problem}
        >
          <TextArea
            autoFocus
            mono
            rows={6}
            value={text}
            spellCheck={false}
            placeholder={'jon@company.com\ncompetitor.com'}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
        <ScopeField
          value={scope}
          onChange={(next) => {
            setScope(next);
            setUnchosen(null);
          }}
          problem={unchosen}
        />
        <Field label="Reason" optional>
          <TextInput maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </Stack>
    </Dialog>
  );
}
