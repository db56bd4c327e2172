import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { ForecastView } from '@skein/contracts/main/review.contract';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Glyph } from '@skein/ui/icon';
import { dayOfInstant } from '@skein/ui/instant';
import { Divider, Row } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { EffectDialog } from '../effect-dialog';
import { isUnderWay } from '../form-page';
import { formAddress } from '../form-steps';
import type { WhatIf } from './forecast-series';
import { useWhatIf, type WhatIfState } from './what-if.hooks';
import { WhatIfLevers } from './what-if-levers';
import { WhatIfWindow } from './what-if-window';

interface WhatIfProps {
  campaign: CampaignView;
  ask: WhatIf;
  onAsk: (ask: WhatIf) => void;
  base: ForecastView | undefined;
  changed: ForecastView | undefined;
  /** Why it could not be forecast. */
  problem: string | null;
  onRetry: () => void;
  mayWrite: boolean;
}

/** Another setup: sliders, what it would bring, and how it becomes the setup. */
export function WhatIfCard({ campaign, ask, onAsk, base, changed, problem, onRetry, mayWrite }: WhatIfProps) {
  const state = useWhatIf({ campaign, ask, onAsk, base, changed });
  const { isDifferent, asksForMailboxes, canApply, busy, apply, asked, save, closeAsked } = state;
  return (
    <Card
      title="What if"
      actions={isDifferent ? <LinkButton onClick={() => onAsk({})}>Reset to Setup</LinkButton> : undefined}
    >
      <WhatIfLevers state={state} />
      <WhatIfWindow schedule={campaign.schedule} ask={ask} onAsk={onAsk} />
      {isDifferent && (
        <>
          <Divider style={{ margin: '16px 0 12px' }} />
          <Row $wrap $justify="between" role="status">
            <WhatIfResult result={state.result} changed={changed} problem={problem} onRetry={onRetry} />
            {mayWrite && (
              <Row>
                {asksForMailboxes && (
                  <Button size="small" href={formAddress(campaign, 'setup', { setting: 'mailboxes' })}>
                    Choose mailboxes
                  </Button>
                )}
                {canApply && (
                  <Button size="small" loading={busy} onClick={() => void apply()}>
                    {isUnderWay(campaign) ? 'Review and apply' : 'Apply to Setup'}
                  </Button>
                )}
              </Row>
            )}
          </Row>
        </>
      )}
      {asked && <EffectDialog campaignId={campaign.id} edit={asked} onApply={save} onClose={closeAsked} />}
    </Card>
  );
}

type ResultProps = Pick<WhatIfProps, 'changed' | 'problem' | 'onRetry'> & Pick<WhatIfState, 'result'>;

function WhatIfResult({ result, changed, problem, onRetry }: ResultProps) {
  return (
    <span>
      {result ? (
        <>
          <Glyph
            name={result.isBetter ? 'done' : 'warn'}
            style={{ color: `var(--${result.isBetter ? 'success' : 'warning'})`, marginRight: 6 }}
          />
          {result.text}{' '}
          <b style={{ fontWeight: 'var(--w-bold)' }}>
            {result.last && changed ? dayOfInstant(result.last, changed.time_zone, 'weekday') : 'none'}
          </b>
          , {result.tail}
        </>
      ) : problem ? (
        <>
          <Glyph name="bad" style={{ color: 'var(--danger)', marginRight: 6 }} />
          This could not be forecast: {problem} <LinkButton onClick={onRetry}>Try again</LinkButton>
        </>
      ) : (
        'Calculating the forecast'
      )}
    </span>
  );
}
