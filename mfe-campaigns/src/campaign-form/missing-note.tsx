import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { Callout } from '@skein/ui/callout';
import { missingOn, type FormTab } from './form-steps';

/** Names what a tab still needs before the launch; nothing when it has all. */
export function MissingNote({ campaign, tab }: { campaign: CampaignView; tab: FormTab }) {
  const missing = missingOn(campaign, tab);
  if (missing.length === 0) return null;
  return (
    <Callout tone="info" title="Before the launch:">
      {missing.join(' ')}
    </Callout>
  );
}
