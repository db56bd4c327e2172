import { useMemo } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { PreviewView } from '@skein/contracts/main/sequence-views';
import { useSignal } from '@skein/mfe/signal';
import { knownFallbacks } from './fallback-everywhere';
import { nameOfField } from './step-labels';
import type { DraftStep, DraftVariant } from './draft-step';
import { useEmptyCounts } from './empty-counts.hooks';
import { bareFields, findHints, spamHint } from './find-hints';
import { usePreview } from './preview.hooks';
import { refusalOfTest, troubleOf, type SavedSequence } from './sequence-editor.machine';
import { useSequencePlace, useStepActions, useVariantActions } from './sequence-place.hooks';
import { useSequence } from './sequence.hooks';
import { useSpamCheck } from './spam-check.hooks';

/** Fields that can stand in a text, with how many leads have none, for the toolbar. */
function useVariables(
  sequence: SavedSequence | undefined,
  empty: ReadonlyMap<string, number>,
  steps: readonly DraftStep[] | null,
) {
  // Memoised by content, so that typing around the chips keeps the same list.
  const fallbacks = JSON.stringify([...knownFallbacks(steps ?? [])]);
  return useMemo(() => {
    const known = new Map(JSON.parse(fallbacks) as [string, string][]);
    return (sequence?.merge_fields ?? []).map((field) => ({
      key: field.name,
      label: nameOfField(field.name),
      group: field.is_custom ? 'Custom fields' : 'Lead fields',
      ...(empty.has(field.name) ? { emptyCount: empty.get(field.name) } : {}),
      ...(known.has(field.name) ? { fallback: known.get(field.name) } : {}),
    }));
  }, [sequence, empty, fallbacks]);
}

interface Written {
  campaign: CampaignView;
  sequence: SavedSequence | undefined;
  variant: DraftVariant | undefined;
  preview: PreviewView | undefined;
  empty: ReadonlyMap<string, number>;
  isFirst: boolean;
}

/** What is wrong with or worth a look in the text that is shown. */
function useTextHints({ campaign, sequence, variant, preview, empty, isFirst }: Written) {
  return useMemo(() => {
    if (!variant) return [];
    const custom = (sequence?.merge_fields ?? []).filter((field) => field.is_custom).map((field) => field.name);
    const rendered = preview && {
      subject: preview.subject,
      html: preview.html,
      text: preview.text,
      isReply: preview.is_reply_in_thread,
    };
    return findHints({
      subject: variant.subject,
      body: variant.body,
      rendered: rendered ?? null,
      empty,
      leads: campaign.progress.total,
      customFields: campaign.progress.total > 0 ? custom : null,
      hasOptOut: campaign.settings.add_unsubscribe_tag || Boolean(campaign.settings.unsubscribe_text),
      isFirst,
    });
  }, [variant, preview, empty, campaign, sequence, isFirst]);
}

/** What the preview, the spam filter and the hints are asked about: the e-mail that is shown, or nothing for other kinds of steps. */
function emailOf(step: DraftStep | undefined, variant: DraftVariant | undefined, number: number) {
  if (step?.kind !== 'EMAIL' || !variant) return null;
  return { seqNumber: number, label: variant.label, subject: variant.subject, body: variant.body };
}

/** Everything that the sequence tab shows and does. */
export function useSequenceTab(campaign: CampaignView) {
  const editor = useSequence(campaign);
  const { steps, sequence, autosave, isLive, change } = editor;
  const saving = useSignal(autosave.state);
  const { number, step, variant, show } = useSequencePlace(steps);
  const email = emailOf(step, variant, number);
  const previewing = usePreview(campaign.id, email);
  const spam = useSpamCheck(campaign.id, email && { ...email, leadId: previewing.lead?.id });
  const bare = useMemo(() => (variant ? bareFields(variant.subject, variant.body) : []), [variant]);
  const empty = useEmptyCounts(campaign.id, bare, campaign.progress.total);
  const firstEmail = steps?.findIndex((entry) => entry.kind === 'EMAIL') ?? 0;
  const isFirst = number - 1 === firstEmail;
  const hints = useTextHints({ campaign, sequence, variant, preview: previewing.preview, empty, isFirst });
  return {
    ...editor,
    saving,
    trouble: troubleOf(saving, isLive),
    testRefusal: refusalOfTest(email ? email.body : null, saving.status),
    number,
    step,
    variant,
    isEmail: email !== null,
    isFirst,
    show,
    variables: useVariables(sequence, empty, steps),
    hints: [...hints, ...spamHint(spam)],
    previewing,
    /** Whether what is previewed is what the server keeps. */
    isSaved: Boolean(step && step.id !== null) && (saving.status === 'idle' || saving.status === 'saved'),
    stepActions: useStepActions(steps ?? [], { change, number, show, variantKey: variant?.key }),
    variantActions: useVariantActions({ change, step, variant }),
  };
}
export type SequenceEditor = ReturnType<typeof useSequenceTab>;
