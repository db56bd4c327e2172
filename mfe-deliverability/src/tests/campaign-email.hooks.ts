import { useState } from 'react';
import type { ComboboxOption } from '@skein/ui/combobox';
import { useLazyPlacementCampaignsQuery, usePlacementPreviewQuery, usePlacementSequenceQuery } from '../api';

/** A variant of an email step, as the list of a campaign's steps offers it. */
interface StepChoice {
  value: string;
  label: string;
  step: number;
  variant: string;
}

/**
 * The email of a campaign's step as the campaign's first lead gets it from `mailboxId`, whose signature it bears. `preview` is always that
 * of the step and the mailbox that are chosen now: while those are read it is null.
 */
export function useCampaignEmail(mailboxId: number | null) {
  const [find] = useLazyPlacementCampaignsQuery();
  const [campaign, setCampaign] = useState<ComboboxOption | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const campaignId = Number(campaign?.value ?? 0);
  const sequence = usePlacementSequenceQuery({ params: { campaignId } }, { skip: !campaign });
  const steps: StepChoice[] = (sequence.currentData?.steps ?? [])
    .filter(({ seq_type: kind }) => kind === 'EMAIL')
    .flatMap((step) =>
      step.variants.map((variant) => ({
        value: String(variant.id),
        label: `Step ${step.seq_number}, variant ${variant.variant_label}${variant.subject ? `: ${variant.subject}` : ''}`,
        step: step.seq_number,
        variant: variant.variant_label,
      })),
    );
  const step = steps.find(({ value }) => value === chosen) ?? steps[0];
  const preview = usePlacementPreviewQuery(
    {
      params: { campaignId },
      body: {
        seq_number: step?.step ?? 1,
        variant_label: step?.variant,
        ...(mailboxId !== null && { mailbox_id: mailboxId }),
      },
    },
    { skip: !step },
  );
  const error = sequence.error ?? (step && !preview.isFetching ? preview.error : undefined);
  return {
    campaign,
    choose: (next: ComboboxOption | null) => {
      setCampaign(next);
      setChosen(null);
    },
    find: async (text: string) =>
      (await find({ query: { limit: 15, ...(text ? { search: text } : {}) } }).unwrap()).rows.map(({ id, name }) => ({
        value: String(id),
        label: name,
      })),
    steps,
    step: step ?? null,
    chooseStep: setChosen,
    hasNoEmail: campaign !== null && sequence.currentData !== undefined && steps.length === 0,
    preview: step ? (preview.currentData ?? null) : null,
    isLoading: sequence.isFetching || preview.isFetching,
    problem: error ? (error.message ?? 'The server did not answer.') : null,
  };
}
export type CampaignEmail = ReturnType<typeof useCampaignEmail>;
