import { useState } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { ForecastView } from '@skein/contracts/main/review.contract';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useFormCampaignMailboxesQuery } from '../api';
import type { Edit } from '../edit.types';
import { isUnderWay } from '../form-page';
import { useSaveSettings } from '../form-page.hooks';
import { useSaveSchedule } from '../setup/schedule.hooks';
import { compareForecasts, type WhatIf } from './forecast-series';
import { afterEdit, differencesOf, editOf, presentOf, pull, rangesOf, type Lever } from './what-if';

interface Asked {
  campaign: CampaignView;
  ask: WhatIf;
  onAsk: (ask: WhatIf) => void;
  base: ForecastView | undefined;
  changed: ForecastView | undefined;
}

/** Another setup that is tried: what is different, what it would bring, and how it is applied. */
export function useWhatIf({ campaign, ask, onAsk, base, changed }: Asked) {
  const { data } = useFormCampaignMailboxesQuery({ params: { campaignId: campaign.id } });
  const saveSettings = useSaveSettings();
  const saveSchedule = useSaveSchedule(campaign.id);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Edit | null>(null);
  const present = presentOf(campaign, data?.mailboxes);
  const differences = differencesOf(ask, present, campaign);
  const edit = editOf(ask);
  const save = async () => {
    if (edit.schedule) await saveSchedule(edit.schedule);
    if (edit.settings) await saveSettings(campaign.id, edit.settings);
    onAsk(afterEdit(ask));
  };
  const apply = async () => {
    // Leads are on their way: what it does to them is shown first, as in Setup itself.
    if (isUnderWay(campaign)) {
      setAsked(edit);
      return;
    }
    setBusy(true);
    try {
      await save();
      toasts.show({ title: 'Setup changed' });
    } catch (error) {
      showProblem('Setup was not changed', error);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    /** The edit whose effect is shown before it applies. */
    asked,
    closeAsked: () => setAsked(null),
    save,
    apply,
    isDifferent: differences.length > 0,
    result: base && changed && differences.length > 0 ? compareForecasts(base, changed, differences) : null,
    canApply: Object.keys(edit).length > 0,
    asksForMailboxes: ask.mailbox_count !== undefined || ask.message_per_day !== undefined,
    ranges: rangesOf(present),
    valueOf: (lever: Lever) => ask[lever] ?? present[lever],
    pull: (lever: Lever, value: number) => onAsk(pull(ask, lever, value, present)),
  };
}
export type WhatIfState = ReturnType<typeof useWhatIf>;
