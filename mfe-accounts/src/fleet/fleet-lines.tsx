import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { FleetPlanView } from '@skein/contracts/main/fleet-plan.contract';
import { senderCauses } from '@skein/contracts/sender-causes';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Hint } from '@skein/ui/field';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { Link } from '@skein/ui/link';
import { StateLines } from '../mailbox/card-parts';
import { kindWord, reactionWord, scopeWord } from './plan-labels';

const at = (iso: string) => fullInstant(iso, 'Etc/GMT');

/** Scrolls to a card that the address names, once it is there: a notification leads to what it is about. */
function useShownBy(hash: string) {
  const card = useRef<HTMLDivElement>(null);
  const isNamed = useLocation().hash === hash;
  useEffect(() => {
    if (isNamed) card.current?.scrollIntoView({ block: 'start' });
  }, [isNamed]);
  return card;
}

/** What bounces made the product hold back, and a way to end it. */
export function ResponsesCard({
  responses,
  releasing,
  onRelease,
}: {
  responses: FleetPlanView['responses'];
  releasing: number | null;
  onRelease: (id: number) => void;
}) {
  const writes = useAccess().may('mailbox.write');
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  const card = useShownBy('#responses');
  return (
    <div ref={card}>
      <Card
        title={
          responses.length === 0
            ? 'Nothing held back by bounces'
            : `${counted(responses.length, 'response')} to bounces${responses.some(({ cause }) => cause) ? ' and refusals' : ''}`
        }
        detail={responses.length === 0 ? undefined : 'each ends automatically'}
        padded={responses.length === 0}
      >
        {responses.length === 0 ? (
          <Hint>
            When emails bounce, their mailbox, sending domain, import or campaign slows down or rests, long before a
            campaign is paused. A mailbox whose provider stops sending for it rests as well.
          </Hint>
        ) : (
          <StateLines
            lines={responses.map((response) => ({
              id: String(response.id),
              state: 'waiting' as const,
              name: reactionWord(response),
              text: `${scopeWord(response)} ${response.label}: ${response.reason.replace(/\.$/, '')}. Until ${at(response.until)}.${response.cause ? ` ${senderCauses[response.cause].fix}` : ''}`,
              end: (
                <Button
                  size="small"
                  loading={releasing === response.id}
                  onClick={() => onRelease(response.id)}
                  aria-label={`Release ${response.label}`}
                  {...closed}
                >
                  Release
                </Button>
              ),
            }))}
          />
        )}
      </Card>
    </div>
  );
}

/** Campaigns with fewer mailboxes than their floor. */
export function FloorCard({ campaigns }: { campaigns: FleetPlanView['short_campaigns'] }) {
  return (
    <Card title={`${counted(campaigns.length, 'campaign')} below the floor`} detail="add mailboxes" padded={false}>
      <StateLines
        lines={campaigns.map((campaign) => ({
          id: String(campaign.id),
          state: 'waiting' as const,
          name: `${campaign.sending} of ${campaign.least}`,
          text: <Link href={`/app/email-campaign/${campaign.id}/overview`}>{campaign.name}</Link>,
        }))}
      />
    </Card>
  );
}

/** What the fleet did by itself, the latest first. */
export function LogCard({ log }: { log: FleetPlanView['log'] }) {
  const now = useCampaignNow(60_000);
  return (
    <Card
      title="Fleet log"
      detail={log.length === 0 ? undefined : 'checked every 15 minutes'}
      padded={log.length === 0}
    >
      {log.length === 0 ? (
        <Hint>Rests, pods and recoveries are listed here. The fleet is checked every 15 minutes.</Hint>
      ) : (
        <StateLines
          lines={log.slice(0, 12).map((entry) => ({
            id: entry.id,
            state: entry.kind === 'HELD_BACK' ? ('waiting' as const) : ('good' as const),
            name: kindWord(entry.kind),
            text: entry.text,
            end: shortInstant(entry.at, now, 'Etc/GMT'),
            endTitle: at(entry.at),
          }))}
        />
      )}
    </Card>
  );
}
