import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { useSignal } from '@skein/mfe/signal';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Hint } from '@skein/ui/field';
import { IconButton } from '@skein/ui/icon-button';
import { Row, Stack } from '@skein/ui/layout';
import { Menu } from '@skein/ui/menu';
import { RichTextEditor, type EditorHandle } from '@skein/ui/rich-text-editor';
import { Loading } from '@skein/ui/skeleton';
import { Count, Heading } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { fieldNames } from '../import/mapping';
import { ApplyBar } from '../apply-bar';
import { InBar } from '../bar-slot';
import type { TabProps } from '../form-page';
import { MissingNote } from '../missing-note';
import { AiDialog } from './ai-dialog';
import { BodyEditor } from './body-editor';
import { addFallback, bareFields, findHints, spamHint } from './find-hints';
import { HintList } from './hint-list';
import { PreviewPane } from './preview-pane';
import { SendTestDialog } from './send-test-dialog';
import { ByHandStep } from './by-hand-step';
import {
  addVariant,
  changeStep,
  changeVariant,
  copyStep,
  dayOf,
  freeLabel,
  freshStep,
  moveStep,
  removeStep,
  restoreStep,
  toInput,
} from './sequence-state';
import { StepLine } from './step-line';
import { TemplatesDrawer } from './templates-drawer';
import { useEmptyCounts } from './use-empty-counts';
import { useSpamCheck } from './use-spam-check';
import { usePreview } from './use-preview';
import { useSequence } from './use-sequence';
import { VariantBar } from './variant-bar';
import { VersionsDrawer } from '../versions-drawer';

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
  @media (max-width: 1120px) {
    display: block;
    overflow: auto;
    & > * {
      overflow: visible;
      border: 0 !important;
      border-bottom: 1px solid var(--border) !important;
    }
  }
`;

const Compose = styled.div`
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

/** Third tab: steps on a line, the text of one variant, and the mail as a lead gets it. */
export function SequenceTab({ campaign, mayWrite }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const { steps, sequence, error, refetch, change, autosave, takeTheirs, keepMine, isLive, discard } =
    useSequence(campaign);
  const saveState = useSignal(autosave.state);
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const [open, setOpen] = useState<'test' | 'versions' | 'templates' | 'ai' | null>(null);
  const subject = useRef<EditorHandle | null>(null);
  const text = useRef<EditorHandle | null>(null);
  /** Whether the cursor was in the subject last: one toolbar serves both. */
  const inSubject = useRef(false);
  // A toast outlives the tab: its undo leads nobody back here.
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const handles = useMemo(
    () => ({
      subject: (handle: EditorHandle | null) => {
        subject.current = handle;
      },
      text: (handle: EditorHandle | null) => {
        text.current = handle;
      },
    }),
    [],
  );

  const number = Math.min(Math.max(1, Number(query.get('step')) || 1), steps?.length ?? 1);
  const step = steps?.[number - 1];
  const variant = step?.variants.find((entry) => entry.label === query.get('variant')) ?? step?.variants[0];
  const isEmail = step?.kind === 'EMAIL' && variant !== undefined;
  const previewing = usePreview(
    campaign.id,
    isEmail ? { seqNumber: number, label: variant.label, subject: variant.subject, body: variant.body } : null,
  );
  const bare = useMemo(() => (variant ? bareFields(variant.subject, variant.body) : []), [variant]);
  const empty = useEmptyCounts(campaign.id, bare, campaign.progress.total);
  const variables = useMemo(
    () =>
      (sequence?.merge_fields ?? []).map((field) => ({
        key: field.name,
        label: fieldNames[field.name as keyof typeof fieldNames] ?? field.name,
        group: field.is_custom ? 'Custom fields' : 'Lead fields',
        ...(empty.has(field.name) ? { emptyCount: empty.get(field.name) } : {}),
      })),
    [sequence, empty],
  );
  const { preview } = previewing;
  const spam = useSpamCheck(
    campaign.id,
    isEmail
      ? {
          seqNumber: number,
          label: variant.label,
          subject: variant.subject,
          body: variant.body,
          leadId: previewing.lead?.id,
        }
      : null,
  );
  const firstEmail = steps?.findIndex((entry) => entry.kind === 'EMAIL') ?? 0;
  const hints = useMemo(
    () =>
      variant
        ? findHints({
            subject: variant.subject,
            body: variant.body,
            rendered: preview
              ? {
                  subject: preview.subject,
                  html: preview.html,
                  text: preview.text,
                  isReply: preview.is_reply_in_thread,
                }
              : null,
            empty,
            leads: campaign.progress.total,
            customFields:
              campaign.progress.total > 0
                ? (sequence?.merge_fields ?? []).filter((field) => field.is_custom).map((field) => field.name)
                : null,
            hasOptOut: campaign.settings.add_unsubscribe_tag || Boolean(campaign.settings.unsubscribe_text),
            isFirst: number - 1 === firstEmail,
          })
        : [],
    [variant, preview, empty, campaign, sequence, number, firstEmail],
  );

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

  const show = (at: number, label?: string) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('step', String(at));
        if (label) next.set('variant', label);
        else next.delete('variant');
        return next;
      },
      { replace: true },
    );
  const setVariant = (changed: Partial<{ subject: string; body: string }>) => {
    if (variant) change((current) => changeVariant(current, step.key, variant.key, changed));
  };
  /** Puts another text into the variant that is shown; what stood there comes back for ten seconds. */
  const takeText = (text: { subject: string; body: string }, title: string) => {
    if (!variant) return;
    const before = { subject: variant.subject, body: variant.body };
    const put = (wanted: { subject: string; body: string }) =>
      change((current) => changeVariant(current, step.key, variant.key, wanted));
    put(text);
    toasts.show({ title, undo: { run: () => put(before) } });
  };
  const select = (stepKey: string, variantKey?: string) => {
    const at = steps.findIndex((entry) => entry.key === stepKey);
    show(at + 1, steps[at]?.variants.find((entry) => entry.key === variantKey)?.label);
  };
  const remove = (key: string) => {
    const at = steps.findIndex((entry) => entry.key === key);
    const gone = steps[at];
    const behind = steps[at + 1];
    change((current) => removeStep(current, key));
    // The step that is written stays in sight when one before it goes.
    show(at < number - 1 ? number - 1 : Math.max(1, Math.min(number, steps.length - 1)));
    if (gone)
      toasts.show({
        title: `Step ${at + 1} removed`,
        undo: {
          run: () => {
            change((current) => restoreStep(current, at, gone, behind));
            if (isHere.current) show(at + 1);
          },
        },
      });
  };
  const duplicate = (key: string) => {
    const at = steps.findIndex((entry) => entry.key === key);
    const from = steps[at];
    if (!from) return;
    change((current) => [...current.slice(0, at + 1), copyStep(from), ...current.slice(at + 1)]);
    show(at + 2);
  };
  const conflict = saveState.status === 'failed' && saveState.problem?.code === 'CONFLICT';
  const days = dayOf(steps, steps.length - 1);
  return (
    <>
      <InBar>
        {mayWrite && (
          <Button
            icon="send"
            onClick={() => setOpen('test')}
            {...(!isEmail || variant.body === ''
              ? { disabledReason: 'Write the text of an email step first' }
              : saveState.status === 'held'
                ? { disabledReason: 'Apply your changes first: a test sends what is saved' }
                : {})}
          >
            Send test
          </Button>
        )}
      </InBar>
      {saveState.status === 'failed' && saveState.problem && (conflict || !isLive) && (
        <AboveThePanes>
          <Callout
            tone="danger"
            role="alert"
            title={conflict ? 'Somebody else saved this sequence.' : 'The sequence is not saved.'}
            actions={
              conflict ? (
                <>
                  <Button
                    size="small"
                    onClick={() => {
                      takeTheirs().catch((problem: unknown) => showProblem('It could not be loaded', problem));
                    }}
                  >
                    Take theirs
                  </Button>
                  <Button
                    size="small"
                    onClick={() => {
                      keepMine().catch(() => undefined);
                    }}
                  >
                    Keep mine
                  </Button>
                </>
              ) : (
                <>
                  <Button
                    size="small"
                    onClick={() => {
                      autosave.flush().catch(() => undefined);
                    }}
                  >
                    Try again
                  </Button>
                  <Button
                    size="small"
                    onClick={() => {
                      takeTheirs().catch((problem: unknown) => showProblem('It could not be loaded', problem));
                    }}
                  >
                    Take what is saved
                  </Button>
                </>
              )
            }
          >
            {saveState.problem.code === 'OFFLINE'
              ? 'There is no connection. What you typed is kept here and saved as soon as there is one.'
              : saveState.problem.message}
          </Callout>
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
        <section aria-label="Steps">
          <Row $justify="between" style={{ paddingBottom: 12 }}>
            <Heading $size={3}>
              {counted(steps.length, 'step')}
              {days > 0 ? ` over ${counted(days, 'day')}` : ''}
            </Heading>
            <Menu
              align="end"
              trigger={<IconButton icon="more" label="Sequence actions" tooltip={false} />}
              entries={[
                {
                  label: 'Versions',
                  icon: 'clock',
                  detail: sequence && sequence.version > 0 ? `Now version ${sequence.version}` : undefined,
                  onSelect: () => setOpen('versions'),
                },
              ]}
            />
          </Row>
          <StepLine
            steps={steps}
            current={step.key}
            variant={variant?.key ?? ''}
            onSelect={select}
            onMove={(from, to) => {
              change((current) => moveStep(current, from, to));
              show(to + 1);
            }}
            onDelay={(key, delay) => change((current) => changeStep(current, key, (entry) => ({ ...entry, delay })))}
            onRemove={remove}
            onDuplicate={duplicate}
            onAdd={(kind) => {
              change((current) => [...current, freshStep(3, kind)]);
              show(steps.length + 1);
            }}
            mayWrite={mayWrite}
            delayBasis={campaign.settings.delay_basis}
          />
        </section>
        <section aria-label={`Text of step ${number}`}>
          <Stack $gap={3}>
            <MissingNote campaign={campaign} tab="sequences" />
            {isEmail ? (
              <>
                <VariantBar
                  step={step}
                  number={number}
                  current={variant.key}
                  onSelect={(label) => show(number, label)}
                  onStep={(next) => change((current) => changeStep(current, step.key, next))}
                  mayWrite={mayWrite}
                  end={
                    mayWrite && (
                      <>
                        {step.variants.length === 1 ? (
                          <Button size="small" variant="ghost" icon="sparkle" onClick={() => setOpen('ai')}>
                            Write with AI
                          </Button>
                        ) : (
                          <IconButton icon="sparkle" label="Write with AI" onClick={() => setOpen('ai')} />
                        )}
                        <IconButton icon="file" label="Templates" onClick={() => setOpen('templates')} />
                      </>
                    )
                  }
                />
                <Compose
                  key={variant.key}
                  role="tabpanel"
                  id="variant-panel"
                  aria-labelledby={`variant-tab-${variant.key}`}
                  onFocus={({ target }) => {
                    if (target.getAttribute('role') === 'textbox')
                      inSubject.current = target.getAttribute('aria-label') === 'Subject';
                  }}
                >
                  <SubjectLine>
                    <span>Subject</span>
                    <RichTextEditor
                      format="line"
                      frameless
                      label="Subject"
                      value={variant.subject}
                      onValueChange={(value) => setVariant({ subject: value })}
                      variables={variables}
                      placeholder={number - 1 === firstEmail ? 'What it is about' : 'Empty: answers in the same thread'}
                      disabled={!mayWrite}
                      onReady={handles.subject}
                    />
                    <Count title="Characters as this lead sees it; most clients show 60">
                      {preview && variant.subject !== '' ? `${preview.subject.length} of 60` : ''}
                    </Count>
                  </SubjectLine>
                  <BodyEditor
                    campaignId={campaign.id}
                    variant={variant}
                    variables={variables}
                    mayWrite={mayWrite}
                    onBody={(body) => setVariant({ body })}
                    onReady={handles.text}
                    insertInto={() => (inSubject.current ? subject.current : null)}
                    onFiles={(next) =>
                      change((current) =>
                        changeStep(current, step.key, (entry) => ({
                          ...entry,
                          variants: entry.variants.map((other) =>
                            other.key === variant.key ? { ...other, attachments: next(other.attachments) } : other,
                          ),
                        })),
                      )
                    }
                  />
                </Compose>
                <HintList
                  hints={[...hints, ...spamHint(spam)]}
                  mayWrite={mayWrite}
                  onFallback={(field, fallback) =>
                    setVariant({
                      subject: addFallback(variant.subject, field, fallback),
                      body: addFallback(variant.body, field, fallback),
                    })
                  }
                  onUnsubscribe={() => setVariant({ body: `${variant.body}<p>%unsubscribe-text%</p>` })}
                  onFocus={(part) => (part === 'subject' ? subject : text).current?.focus()}
                />
              </>
            ) : (
              <ByHandStep
                key={step.key}
                step={step}
                mayWrite={mayWrite}
                onStep={(next) => change((current) => changeStep(current, step.key, () => next))}
              />
            )}
          </Stack>
        </section>
        <div>
          {isEmail ? (
            <PreviewPane
              campaignId={campaign.id}
              preview={preview}
              problem={previewing.problem}
              isStale={previewing.isStale}
              isSaved={step.id !== null && (saveState.status === 'idle' || saveState.status === 'saved')}
              lead={previewing.lead}
              at={previewing.at}
              total={previewing.total}
              onLead={previewing.choose}
              onStep={previewing.step}
              width={width}
              onWidth={setWidth}
            />
          ) : (
            <Hint>What is filled in for each lead is shown in its task. Email steps have a preview here.</Hint>
          )}
        </div>
      </Panes>
      {open === 'test' && variant && (
        <SendTestDialog
          campaignId={campaign.id}
          seqNumber={number}
          label={variant.label}
          lead={previewing.lead}
          onBefore={() => autosave.flush()}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'templates' && variant && (
        <TemplatesDrawer
          text={variant}
          onClose={() => setOpen(null)}
          onUse={(template) => {
            setOpen(null);
            takeText({ subject: template.subject, body: template.email_body }, `Template “${template.name}” taken`);
          }}
        />
      )}
      {open === 'ai' && isEmail && (
        <AiDialog
          campaignId={campaign.id}
          seqNumber={number}
          label={variant.label}
          inThread={number - 1 !== firstEmail && variant.subject === ''}
          freeLabel={freeLabel(step)}
          onClose={() => setOpen(null)}
          onReplace={(text) => {
            setOpen(null);
            takeText(text, `Variant ${variant.label} has the new text`);
          }}
          onAdd={(text) => change((current) => changeStep(current, step.key, (entry) => addVariant(entry, text)))}
        />
      )}
      {open === 'versions' && (
        <VersionsDrawer
          campaign={campaign}
          area="sequence"
          mayWrite={mayWrite}
          onClose={() => setOpen(null)}
          onTaken={(area) => {
            if (area !== 'sequence') return;
            show(1);
            takeTheirs().catch((problem: unknown) => showProblem('It could not be loaded', problem));
          }}
        />
      )}
    </>
  );
}
