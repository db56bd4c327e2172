import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useState } from 'react';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { dailyCapacity } from '../../daily-capacity';
import { useFormCampaignMailboxesQuery, useFormSetMailboxesMutation } from '../api';
import type { Mailbox } from './mailbox.types';
import { withSentence } from '@skein/mfe/with-sentence';

/** The mailboxes that send for the campaign. */
export function useCampaignMailboxes(campaign: CampaignView) {
  const { data, error, refetch } = useFormCampaignMailboxesQuery({ params: { campaignId: campaign.id } });
  const [set] = useFormSetMailboxesMutation();
  const [choosing, setChoosing] = useState(false);
  const [leaving, setLeaving] = useState<Mailbox | null>(null);
  const chosen = data?.mailboxes ?? [];
  const save = async (ids: number[]) => {
    const answer = await withSentence(
      set({ params: { campaignId: campaign.id }, body: { mailbox_ids: ids } }).unwrap(),
    );
    toasts.show({
      title: `${counted(answer.mailboxes.length, 'mailbox sends', 'mailboxes send')} for this campaign`,
      text:
        answer.mailboxes.length === 1
          ? `It can send ${dailyCapacity(answer)}.`
          : `They can send ${dailyCapacity(answer)}.`,
    });
  };
  return { data, error, refetch, choosing, setChoosing, leaving, setLeaving, chosen, save };
}
