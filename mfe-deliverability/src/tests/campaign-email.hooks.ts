import { useState } from 'react';
import type { StepView } from '@skein/contracts/main/sequence-views';
import type { ComboboxOption } from '@skein/ui/combobox';
import {
  useLazyPlacementCampaignsQuery,
  useLazyPlacementPreviewQuery,
  usePlacementPreviewQuery,
  usePlacementSequenceQuery,
} from '../api';
import type { Draft } from './test-values';

/** An email step of a campaign with its variants. */
interface StepChoice {
  value: string;
  label: string;
  step: number;
  variants: { id: number; label: string; subject: string }[];
}

/**
 * The email of a campaign's step as the campaign's first lead gets it from `mailboxId`, whose signature it bears: one variant of it, or
 * several that seeds get in turn. `preview` is always that of the variant and the mailbox that are shown now: while it is read it is null.
 */
export function useCampaignEmail(mailboxId: number | null, draft: Draft | null) {
  const [find] = useLazyPlacementCampaignsQuery();
  const [read] = useLazyPlacementPreviewQuery();
  const held = draft?.test;
  const [campaign, setCampaign] = useState<ComboboxOption | null>(
    held?.campaign_id != null && draft?.campaign != null
      ? { value: String(held.campaign_id), label: draft.campaign }
      : null,
  );
  const [picked, setPicked] = useState<number[] | null>(heldVariants(draft));
  const [chosenStep, chooseStep] = useState<string | null>(null);
  const [shownId, show] = useState<number | null>(null);
  const campaignId = Number(campaign?.value ?? 0);
  const sequence = usePlacementSequenceQuery({ params: { campaignId } }, { skip: !campaign });
  const steps = emailStepsOf(sequence.currentData?.steps ?? []);
  const step =
    steps.find(({ value }) => value === chosenStep) ??
    steps.find(({ variants }) => variants.some(({ id }) => picked?.includes(id))) ??
    steps[0];
  const own = (step?.variants ?? []).filter(({ id }) => picked?.includes(id));
  const variants = own.length > 0 ? own : (step?.variants ?? []);
  const shown = variants.find(({ id }) => id === shownId) ?? variants[0];
  const asks = (variant: { label: string } | undefined) => ({
    params: { campaignId },
    body: {
      seq_number: step?.step ?? 1,
      variant_label: variant?.label,
      ...(mailboxId !== null && { mailbox_id: mailboxId }),
    },
  });
  const preview = usePlacementPreviewQuery(asks(shown), { skip: !shown });
  const error = sequence.error ?? (shown && !preview.isFetching ? preview.error : undefined);
  const forget = () => {
    setPicked(null);
    show(null);
  };
  const searchCampaigns = async (text: string) => {
    const { rows } = await find({ query: { limit: 15, ...(text ? { search: text } : {}) } }).unwrap();
    return rows.map(({ id, name }) => ({ value: String(id), label: name }));
  };
  return {
    campaign,
    choose: (next: ComboboxOption | null) => {
      setCampaign(next);
      chooseStep(null);
      forget();
    },
    find: searchCampaigns,
    steps,
    step: step ?? null,
    chooseStep: (value: string) => {
      chooseStep(value);
      forget();
    },
    /** Variants that are tested, and turning one of them on or off; the last one stays. */
    variants,
    toggle: (id: number) => setPicked(toggled(variants, id)),
    shown: shown ?? null,
    show,
    hasNoEmail: campaign !== null && sequence.currentData !== undefined && steps.length === 0,
    preview: shown ? (preview.currentData ?? null) : null,
    isLoading: sequence.isFetching || preview.isFetching,
    problem: error ? (error.message ?? 'The server did not answer.') : null,
    /** Which campaign and variants these are, for a draft. */
    chosenIds: {
      campaign_id: campaign ? campaignId : null,
      variant_id: campaign ? (variants[0]?.id ?? null) : null,
      variants: campaign ? variants.map(({ id }) => ({ variant_id: id })) : [],
    },
    /** Every variant as the lead gets it now. */
    readContent: async () => {
      const texts = await Promise.all(
        variants.map(async (variant) => ({ variant_id: variant.id, ...textOf(await read(asks(variant)).unwrap()) })),
      );
      const [first] = texts;
      return first && { campaign_id: campaignId, ...first, variants: texts.length > 1 ? texts : [] };
    },
  };
}
export type CampaignEmail = ReturnType<typeof useCampaignEmail>;

function emailStepsOf(steps: readonly StepView[]): StepChoice[] {
  return steps
    .filter(({ seq_type: kind }) => kind === 'EMAIL')
    .map(({ seq_number: step, variants }) => ({
      value: String(step),
      label: `Step ${step}${variants[0]?.subject ? `: ${variants[0].subject}` : ''}`,
      step,
      variants: variants.map(({ id, variant_label: label, subject }) => ({ id, label, subject })),
    }));
}

const textOf = ({ subject, text, html }: { subject: string; text: string; html: string | null }) => ({
  subject: subject || '(no subject)',
  body_text: text,
  body_html: html,
});

/** The ids with one more or one less; the last one stays. */
function toggled(variants: readonly { id: number }[], id: number): number[] {
  const ids = variants.map((each) => each.id);
  const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
  return next.length > 0 ? next : ids;
}

/** Variants of a draft; null without any. */
function heldVariants(draft: Draft | null): number[] | null {
  if (!draft) return null;
  const { variants, variant_id: only } = draft.test;
  return variants.length > 0 ? variants.map(({ variant_id: id }) => id) : only === null ? null : [only];
}
