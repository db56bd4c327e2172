import { styled } from 'styled-components';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { editAddress } from '../campaign-address';
import { unappliedParts } from '../campaign-form/unapplied';

const Line = styled.div`
  flex: none;
  padding: var(--s-3) var(--s-6) var(--s-1);
  @media (max-width: 720px) {
    padding: var(--s-3) var(--s-4) var(--s-1);
  }
`;

/** Says that edits of a running campaign wait in this tab to be applied, with a link to each of them. */
export function UnappliedNote({ campaign }: { campaign: CampaignView }) {
  const writes = useAccess().may('campaign.write');
  if (!writes || campaign.status === 'DRAFTED') return null;
  const parts = unappliedParts(campaign.id);
  const hasSequence = parts.includes('sequence');
  const hasSetup = parts.includes('schedule') || parts.includes('settings');
  if (parts.length === 0) return null;
  const what = hasSequence && hasSetup ? 'sequence and setup' : hasSequence ? 'sequence' : 'setup';
  return (
    <Line>
      <Callout
        tone="warning"
        role="status"
        actions={
          <>
            {hasSequence && (
              <Button size="small" href={editAddress(campaign, 'sequences')}>
                Review sequence
              </Button>
            )}
            {hasSetup && (
              <Button size="small" href={editAddress(campaign, 'setup')}>
                Review setup
              </Button>
            )}
          </>
        }
      >
        Your changes to the {what} are not applied yet.
      </Callout>
    </Line>
  );
}
