import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { aiLanguages, aiTones } from '@skein/contracts/main/ai-writing.contract';
import { showProblem } from '@skein/mfe/toasts';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Combobox } from '@skein/ui/combobox';
import { Dialog } from '@skein/ui/dialog';
import { Field, Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { Select } from '@skein/ui/select';
import { Loading } from '@skein/ui/skeleton';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { useFormAiKeyQuery, useFormAiModelsQuery, useFormSandboxWriterMutation } from '../api';
import { useAiWriting, type AiBrief, type Suggestion } from './use-ai-writing';
import { templateText } from './variant-bar';

const Choices = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(132px, 1fr));
  gap: var(--s-3);
`;

const List = styled.ul`
  display: grid;
  gap: var(--s-3);
  & > li {
    padding: var(--s-3);
    border: 1px solid var(--border);
    border-radius: var(--r-3);
    background: var(--surface);
  }
  & b {
    font-weight: var(--w-medium);
    color: var(--text);
    overflow-wrap: anywhere;
  }
  & p {
    margin: var(--s-2) 0 var(--s-3);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;

const tones = aiTones.map((tone) => ({ value: tone, label: tone.charAt(0).toUpperCase() + tone.slice(1) }));
const creativities = [
  { value: '0', label: '0, precise' },
  { value: '1', label: '1, balanced' },
  { value: '2', label: '2, inventive' },
] as const;
const languages = aiLanguages.map((language) => ({ value: language, label: language }));
const counts = ['1', '2', '3'].map((count) => ({ value: count, label: count }));
const settings = '/app/settings/profile#ai-writing';

interface Text {
  subject: string;
  body: string;
}
interface AiDialogProps {
  campaignId: number;
  seqNumber: number;
  /** The variant that is shown. */
  label: string;
  /** A follow-up without a subject: it stays in its thread, whatever is suggested. */
  inThread: boolean;
  /** Letter of the next variant; null when there are as many as there may be. */
  freeLabel: string | null;
  onReplace: (text: Text) => void;
  onAdd: (text: Text) => void;
  onClose: () => void;
}

/** Writes subject and text with the person's own key. What is suggested changes nothing until it is taken. */
export function AiDialog(props: AiDialogProps) {
  const { data: state, error, refetch } = useFormAiKeyQuery();
  const writing = useAiWriting(props.campaignId, props.seqNumber);
  const isEmpty = writing.brief.about.trim() === '';
  const footer = writing.progress ? (
    <Button onClick={writing.cancel}>Cancel writing</Button>
  ) : (
    <>
      <Button onClick={props.onClose}>Close</Button>
      {state?.key && (
        <Button
          variant="primary"
          icon="sparkle"
          onClick={() => void writing.start()}
          {...(isEmpty ? { disabledReason: 'Say what the mail is about' } : {})}
        >
          {writing.suggestions.length > 0 ? 'Write more' : 'Write'}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      size="large"
      title={
        <>
          Write step {props.seqNumber} with AI {state?.key?.is_sandbox && <Badge tone="info">Sandbox</Badge>}
        </>
      }
      footer={footer}
      description={
        state?.key?.is_sandbox
          ? 'The sandbox’s own writer puts your words into sentences. No AI service is asked.'
          : 'With your own key. Names of fields are sent along, no data of your leads.'
      }
    >
      {error && !state && (
        <Callout
          tone="danger"
          role="alert"
          title="Your key could not be looked up."
          actions={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Callout>
      )}
      {!state && !error && <Loading label="Looking up your key" />}
      {state && !state.key && <NoKey hasSandbox={state.has_sandbox} />}
      {state?.key && <Writing {...props} writing={writing} defaultModel={state.key.default_model} />}
    </Dialog>
  );
}

function NoKey({ hasSandbox }: { hasSandbox: boolean }) {
  const [setUp, { isLoading }] = useFormSandboxWriterMutation();
  return (
    <Callout
      tone="info"
      icon="key"
      title="AI writing needs a key of your own."
      actions={
        hasSandbox ? (
          <Button
            size="small"
            loading={isLoading}
            onClick={() => {
              setUp({ body: {} })
                .unwrap()
                .catch((problem: unknown) => showProblem('It was not set up', problem));
            }}
          >
            Use the sandbox’s writer
          </Button>
        ) : undefined
      }
    >
      Any OpenAI-compatible service will do. <Link href={settings}>Put in a key</Link>. Everything else in the editor
      works without.
    </Callout>
  );
}

type WritingProps = AiDialogProps & { writing: ReturnType<typeof useAiWriting>; defaultModel: string };

function Writing({ writing, defaultModel, seqNumber, label, inThread, freeLabel, onReplace, onAdd }: WritingProps) {
  const { brief, setBrief, progress, suggestions } = writing;
  const { data: models } = useFormAiModelsQuery();
  const options = (models?.models ?? [defaultModel]).map((model) => ({ value: model, label: model }));
  const model = brief.model ?? defaultModel;
  const list = useRef<HTMLUListElement>(null);
  const newest = suggestions[0]?.id;
  // On a phone the suggestions begin below the form.
  useEffect(() => {
    if (progress && newest !== undefined) list.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [newest, progress]);
  const textOf = ({ text }: Suggestion): Text => ({ subject: inThread ? '' : text.subject, body: text.email_body });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!progress && brief.about.trim() !== '') void writing.start();
      }}
    >
      <Stack $gap={4}>
        <Field label="What is the mail about?" hint="What you offer, and what makes it worth an answer.">
          <TextArea
            autoFocus
            autoGrow
            maxRows={8}
            rows={3}
            maxLength={2_000}
            value={brief.about}
            onChange={(event) => setBrief({ about: event.target.value })}
            placeholder={
              seqNumber === 1
                ? 'We fill meeting rooms that stand empty in the afternoon'
                : 'A customer story that fits the first mail'
            }
          />
        </Field>
        <Field label="For whom?" optional>
          <TextInput
            maxLength={1_000}
            value={brief.audience}
            onChange={(event) => setBrief({ audience: event.target.value })}
            placeholder="Heads of operations in hotels"
          />
        </Field>
        <Choices>
          <Field label="Tone">
            <Select options={tones} value={brief.tone} onValueChange={(tone) => setBrief({ tone })} />
          </Field>
          <Field label="Creativity">
            <Select
              options={creativities}
              value={String(brief.creativity) as '0'}
              onValueChange={(level) => setBrief({ creativity: Number(level) as AiBrief['creativity'] })}
            />
          </Field>
          <Field label="Language">
            <Select options={languages} value={brief.language} onValueChange={(language) => setBrief({ language })} />
          </Field>
          <Field label="Model">
            <Combobox
              options={options}
              value={{ value: model, label: model }}
              onValueChange={(chosen) => setBrief({ model: chosen?.value ?? null })}
              searchPlaceholder="Search models"
            />
          </Field>
          <Field label="Suggestions">
            <Select
              options={counts}
              value={String(brief.count)}
              onValueChange={(count) => setBrief({ count: Number(count) })}
            />
          </Field>
        </Choices>
        {writing.problem && (
          <Callout tone="danger" role="alert" title="Nothing was written.">
            {writing.problem}
            {/under Settings/.test(writing.problem) && (
              <>
                {' '}
                <Link href={settings}>Open the settings</Link>
              </>
            )}
          </Callout>
        )}
        {progress && (
          <Progress
            label="Writing"
            start={`Writing ${progress.at} of ${progress.of}`}
            end={`${writing.seconds} s`}
            value={progress.at - 1}
            max={progress.of}
          />
        )}
        <div role="status" style={{ display: 'contents' }}>
          {!progress && suggestions.length > 0 && (
            <Hint>
              {suggestions.length === 1 ? 'One suggestion' : `${suggestions.length} suggestions`}, newest first. Nothing
              changes until you take one.
            </Hint>
          )}
        </div>
        {suggestions.length > 0 && (
          <List ref={list} aria-label="Suggestions">
            {suggestions.map((suggestion) => (
              <li key={suggestion.id}>
                <Row $justify="between" $gap={2}>
                  <b>{inThread ? 'Re: same thread' : suggestion.text.subject || 'No subject'}</b>
                  {suggestion.addedAs && <Badge tone="success">Added as {suggestion.addedAs}</Badge>}
                </Row>
                <p>{templateText(suggestion.text.email_body)}</p>
                <Stack $gap={2}>
                  {suggestion.text.unknown_fields.length > 0 && (
                    <Callout tone="warning" title="No lead has these fields:">
                      {suggestion.text.unknown_fields.join(', ')}. Take them out after you took the text.
                    </Callout>
                  )}
                  {suggestion.text.problems.map((problem) => (
                    <Callout key={`${problem.part} ${problem.message}`} tone="warning">
                      {problem.message}
                    </Callout>
                  ))}
                  <Row $gap={2} style={{ flexWrap: 'wrap' }}>
                    <Button size="small" variant="primary" onClick={() => onReplace(textOf(suggestion))}>
                      Replace variant {label}
                    </Button>
                    <Button
                      size="small"
                      onClick={() => {
                        if (!freeLabel) return;
                        onAdd(textOf(suggestion));
                        writing.markAdded(suggestion.id, freeLabel);
                      }}
                      {...(freeLabel ? {} : { disabledReason: 'There are as many variants as there may be' })}
                    >
                      Add as variant{freeLabel ? ` ${freeLabel}` : ''}
                    </Button>
                    <Hint style={{ marginLeft: 'auto' }}>
                      {suggestion.text.is_sandbox ? 'Sandbox' : suggestion.text.model}
                      {suggestion.text.tokens === null
                        ? ''
                        : `, ${suggestion.text.tokens.toLocaleString('en-US')} tokens`}
                    </Hint>
                  </Row>
                </Stack>
              </li>
            ))}
          </List>
        )}
      </Stack>
    </form>
  );
}
