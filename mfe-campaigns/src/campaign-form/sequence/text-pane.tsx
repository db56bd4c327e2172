import { useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { Button } from '@skein/ui/button';
import { IconButton } from '@skein/ui/icon-button';
import { RichTextEditor, type EditorHandle } from '@skein/ui/rich-text-editor';
import { Count } from '@skein/ui/text';
import { MissingNote } from '../missing-note';
import { BodyEditor } from './body-editor';
import { ManualStep } from './manual-step';
import type { DraftStep, DraftVariant } from './draft-step';
import { isUnfinished } from './find-hints';
import { HintList } from './hint-list';
import { takesFocus } from './next-focus';
import type { SequenceEditor } from './sequence-tab.hooks';
import { VariantBar } from './variant-bar';

/** As high as the window has room for: the text takes what its tools and hints leave. */
const Pane = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--s-3);
`;

const Compose = styled.div`
  display: flex;
  flex-direction: column;
  flex: 1 0 auto;
  border: 1px solid var(--border-strong);
  border-radius: var(--r-3);
  background: var(--surface);
  overflow: hidden;
  &:focus-within {
    border-color: var(--border-control);
  }
`;

const SubjectLine = styled.div`
  display: grid;
  grid-template-columns: 56px minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--s-3);
  min-height: 40px;
  padding: 0 var(--s-3);
  border-bottom: 1px solid var(--border);
  & > span:first-child {
    font-size: var(--fs-2);
    color: var(--muted);
  }
`;

/** The editors of subject and text, and which of them the cursor was in last: one toolbar serves both. */
function useEditors() {
  const subject = useRef<EditorHandle | null>(null);
  const text = useRef<EditorHandle | null>(null);
  const inSubject = useRef(false);
  return useMemo(
    () => ({
      onSubject: (handle: EditorHandle | null) => {
        subject.current = handle;
        if (handle && takesFocus('subject')) handle.focus();
      },
      onText: (handle: EditorHandle | null) => {
        text.current = handle;
        if (handle && takesFocus('body')) handle.focus();
      },
      onFocus: ({ target }: { target: EventTarget & Element }) => {
        if (target.getAttribute('role') === 'textbox')
          inSubject.current = target.getAttribute('aria-label') === /* text */ 'Subject';
      },
      insertInto: () => (inSubject.current ? subject.current : null),
      focus: (part: 'subject' | 'body') => (part === 'subject' ? subject : text).current?.focus(),
    }),
    [],
  );
}

interface TextPaneProps {
  editor: SequenceEditor;
  step: DraftStep;
  campaign: CampaignView;
  mayWrite: boolean;
  onTemplates: () => void;
  onAi: () => void;
}

/** The text of one variant, or what a person does at a step that is no e-mail. */
export function TextPane(props: TextPaneProps) {
  const { editor, step, campaign, mayWrite } = props;
  const { number, variant, isEmail, variantActions } = editor;
  return (
    <Pane aria-label={`Text of step ${number}`}>
      <MissingNote campaign={campaign} tab="sequences" />
      {isEmail && variant ? (
        <EmailText {...props} variant={variant} />
      ) : (
        <ManualStep
          key={step.key}
          step={step}
          mayWrite={mayWrite}
          onStep={(next) => variantActions.changeStep(() => next)}
        />
      )}
    </Pane>
  );
}

function EmailText({
  editor,
  step,
  campaign,
  mayWrite,
  onTemplates,
  onAi,
  variant,
}: TextPaneProps & { variant: DraftVariant }) {
  const { number, isFirst, show, variables, hints, previewing, variantActions } = editor;
  const editors = useEditors();
  /** Told by both editors; only one of them has the cursor. */
  const [unfinished, setUnfinished] = useState(false);
  const { put } = variantActions;
  return (
    <>
      <VariantBar
        campaignId={campaign.id}
        step={step}
        number={number}
        current={variant.key}
        onSelect={(label) => show(number, label)}
        onStep={variantActions.changeStep}
        mayWrite={mayWrite}
        variables={variables}
        end={mayWrite && <TextTools onTemplates={onTemplates} onAi={onAi} isCrowded={step.variants.length > 1} />}
      />
      <Compose
        key={variant.key}
        role="tabpanel"
        id="variant-panel"
        aria-labelledby={`variant-tab-${variant.key}`}
        onFocus={editors.onFocus}
      >
        <SubjectLine>
          <span>Subject</span>
          <RichTextEditor
            format="line"
            frameless
            label="Subject"
            value={variant.subject}
            onValueChange={(subject) => put({ subject })}
            variables={variables}
            onFallback={editor.stepActions.spreadFallback}
            placeholder={isFirst ? 'Subject of the first email' : 'Leave empty to reply in thread'}
            disabled={!mayWrite}
            onReady={editors.onSubject}
            onUnfinished={setUnfinished}
          />
          <Count title="Characters as this lead sees it; most clients show 60">
            {previewing.preview && variant.subject !== '' ? `${previewing.preview.subject.length} of 60` : ''}
          </Count>
        </SubjectLine>
        <BodyEditor
          campaignId={campaign.id}
          variant={variant}
          variables={variables}
          mayWrite={mayWrite}
          onFallback={editor.stepActions.spreadFallback}
          onBody={(body) => put({ body })}
          onReady={editors.onText}
          onUnfinished={setUnfinished}
          insertInto={editors.insertInto}
          onFiles={variantActions.changeFiles}
        />
      </Compose>
      <HintList
        hints={unfinished ? hints.filter((hint) => !isUnfinished(hint)) : hints}
        mayWrite={mayWrite}
        onFallback={editor.stepActions.addFallback}
        onUnsubscribe={() => put({ body: `${variant.body}<p>%unsubscribe-text%</p>` })}
        onFocus={editors.focus}
      />
    </>
  );
}

interface TextToolsProps {
  onTemplates: () => void;
  onAi: () => void;
  /** With several variants the line has their tools too: words become icons. */
  isCrowded: boolean;
}

/** What else writes a text: AI, and templates. */
function TextTools({ onTemplates, onAi, isCrowded }: TextToolsProps) {
  return (
    <>
      {isCrowded ? (
        <IconButton icon="sparkle" label="Write with AI" onClick={onAi} />
      ) : (
        <Button size="small" variant="ghost" icon="sparkle" onClick={onAi}>
          Write with AI
        </Button>
      )}
      <IconButton icon="file" label="Templates" onClick={onTemplates} />
    </>
  );
}
