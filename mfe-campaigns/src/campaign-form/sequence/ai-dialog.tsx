import { showProblem } from '@skein/mfe/toasts';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Link } from '@skein/ui/link';
import { Loading } from '@skein/ui/skeleton';
import { useAiWriting, useAiKey, useSandboxWriter } from './ai-writing.hooks';
import { Writing, settings } from './ai-writing-form';
import type { AiDialogProps } from './writing.types';

/** Writes subject and text with the person's own key. What is suggested changes nothing until it is taken. */
export function AiDialog(props: AiDialogProps) {
  const { state, error, refetch } = useAiKey();
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
          {...(isEmpty ? { disabledReason: 'Describe the email' } : {})}
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
          ? 'The sandbox’s own writer puts your words into sentences. No AI service is used.'
          : 'With your own key. Field names are sent, but no lead data.'
      }
    >
      {error && !state && (
        <Callout
          tone="danger"
          role="alert"
          title="Your key couldn’t be loaded."
          actions={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Callout>
      )}
      {!state && !error && <Loading label="Loading your key" />}
      {state && !state.key && <NoKey hasSandbox={state.has_sandbox} />}
      {state?.key && <Writing {...props} writing={writing} defaultModel={state.key.default_model} />}
    </Dialog>
  );
}

function NoKey({ hasSandbox }: { hasSandbox: boolean }) {
  const { setUp, isLoading } = useSandboxWriter();
  return (
    <Callout
      tone="info"
      icon="key"
      title="AI writing needs your own key."
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
      Works with any OpenAI-compatible service. <Link href={settings}>Add a key</Link>. Everything else in the editor
      works without.
    </Callout>
  );
}
