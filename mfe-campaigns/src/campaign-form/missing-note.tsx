import { useState } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { Callout } from '@skein/ui/callout';
import { missingOn, type FormTab } from './form-steps';

/**
 * Names what a tab still needs before the launch; nothing when it had all from the start. Once shown it stays, so that what a
 * person is typing below does not move when the last gap closes.
 */
export function MissingNote({ campaign, tab }: { campaign: CampaignView; tab: FormTab }) {
  const missing = missingOn(campaign, tab);
  const [wasShown, setShown] = useState(missing.length > 0);
  if (missing.length > 0 && !wasShown) setShown(true);
  if (missing.length === 0)
    return wasShown ? (
      <Callout tone="info" title="Before the launch:">
        The final review checks every step.
      </Callout>
    ) : null;
  return (
    <Callout tone="info" title="Before the launch:">
      {missing.join(' ')}
    </Callout>
  );
}
