import { useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Hint } from '@skein/ui/field';
import { Loading } from '@skein/ui/skeleton';
import { ApplyBar } from '../apply-bar';
import { InBar } from '../bar-slot';
import type { TabProps } from '../form-page';
import { toInput, type DraftStep } from './draft-step';
import { PreviewPane } from './preview-pane';
import { SaveFailure } from './save-failure';
import { SequenceDialogs, type SequenceDialog } from './sequence-dialogs';
import { useSequenceTab, type SequenceEditor } from './sequence-tab.hooks';
import { StepsPane } from './steps-pane';
import { TextPane } from './text-pane';

/** A word about the whole sequence; takes no room while there is none. */
const AboveThePanes = styled.div`
  &:not(:empty) {
    padding: var(--s-3) var(--s-4);
  }
`;

const Panes = styled.div`
  flex: 1;
  min-height: 0;
  display: grid;
  grid-template-columns: 264px minmax(0, 1fr) minmax(300px, 31%);
  & > * {
    min-width: 0;
    min-height: 0;
    overflow: auto;
    padding: var(--s-4);
  }
  & > :first-child,
  & > :last-child {
    background: var(--surface-2);
  }
  & > :first-child {
    border-right: 1px solid var(--border);
  }
  & > :last-child {
    border-left: 1px solid var(--border);
  }
  /* The steps stay beside the text; the preview goes below both. */
  @media (max-width: 1120px) {
    grid-template-columns: 232px minmax(0, 1fr);
    grid-auto-rows: max-content;
    overflow: auto;
    & > * {
      overflow: visible;
    }
    & > :last-child {
      grid-column: 1 / -1;
      border-left: 0;
      border-top: 1px solid var(--border);
    }
  }
  @media (max-width: 720px) {
    display: block;
    & > * {
      border: 0 !important;
      border-bottom: 1px solid var(--border) !important;
    }
  }
`;

/** Third tab: steps on a line, the text of one variant, and the mail as a lead gets it. */
export function SequenceTab({ campaign, mayWrite }: TabProps) {
  const editor = useSequenceTab(campaign);
  const { steps, step, error, refetch } = editor;
  if (error && !steps)
    return (
      <div style={{ padding: 24 }}>
        <Callout
          tone="danger"
          role="alert"
          title="The sequence could not be loaded."
          actions={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Callout>
      </div>
    );
  if (!steps || !step)
    return (
      <div style={{ padding: 24 }}>
        <Loading label="Loading the sequence" />
      </div>
    );
  return <LoadedSequence campaign={campaign} mayWrite={mayWrite} editor={editor} steps={steps} step={step} />;
}

interface LoadedProps extends TabProps {
  editor: SequenceEditor;
  steps: DraftStep[];
  step: DraftStep;
}

function LoadedSequence({ campaign, mayWrite, editor, steps, step }: LoadedProps) {
  const [open, setOpen] = useState<SequenceDialog | null>(null);
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const { autosave, discard, isLive, trouble, testRefusal } = editor;
  const shared = { campaign, mayWrite, editor, step };
  return (
    <>
      <InBar>
        {mayWrite && (
          <Button icon="send" onClick={() => setOpen('test')} {...(testRefusal ? { disabledReason: testRefusal } : {})}>
            Send test
          </Button>
        )}
      </InBar>
      {trouble && (
        <AboveThePanes>
          <SaveFailure editor={editor} />
        </AboveThePanes>
      )}
      {isLive && (
        <AboveThePanes>
          <ApplyBar
            campaignId={campaign.id}
            autosave={autosave}
            edit={() => ({ steps: toInput(steps) })}
            what="the sequence"
            onDiscard={discard}
          />
        </AboveThePanes>
      )}
      <Panes>
        <StepsPane {...shared} steps={steps} onVersions={() => setOpen('versions')} />
        <TextPane {...shared} onTemplates={() => setOpen('templates')} onAi={() => setOpen('ai')} />
        <div>
          {editor.isEmail ? (
            <PreviewPane
              campaignId={campaign.id}
              number={editor.number}
              variantLabel={editor.variant?.label ?? 'A'}
              previewing={editor.previewing}
              isSaved={editor.isSaved}
              width={width}
              onWidth={setWidth}
            />
          ) : (
            <Hint>What is filled in for each lead is shown in its task. Email steps have a preview here.</Hint>
          )}
        </div>
      </Panes>
      <SequenceDialogs {...shared} open={open} onClose={() => setOpen(null)} />
    </>
  );
}
