import { useNavigate } from 'react-router-dom';
import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { counted } from '@skein/ui/counted';
import { Stat, Stats } from '@skein/ui/stat';
import { inArea, overviewAddress } from '../../campaign-address';
import { number, percent, share } from '../analytics/figure-texts';
import { useFiguresSinceLaunch } from '../analytics/figures.hooks';

/** Six figures since the launch; each opens to its rows in Analytics. */
export function FiguresCard({ campaign }: { campaign: CampaignView }) {
  const navigate = useNavigate();
  const data = useFiguresSinceLaunch(campaign);
  const figure = (measure: Measure, value: string | null, detail: string | undefined) => (
    <Stat
      key={measure}
      label={measureDefinitions[measure].label}
      definition={measureDefinitions[measure].definition}
      loading={!data}
      value={value}
      {...(detail ? { detail } : {})}
      onOpen={() => void navigate(inArea(overviewAddress(campaign, 'analytics', `figure=${measure}`)))}
    />
  );
  const counts = data?.counts;
  return (
    <Stats style={{ flex: 'none' }}>
      {figure(
        'contacted',
        counts ? number(counts.contacted) : null,
        data && `${share(data.counts.contacted, data.imported)} of ${counted(data.imported, 'lead')}`,
      )}
      {figure('sent', counts ? number(counts.sent) : null, data && `of ${number(data.planned)} planned`)}
      {(['opened', 'replied', 'positive', 'bounced'] as const).map((measure) =>
        figure(measure, data ? percent(data.rates[measure]) : null, counts && number(counts[measure])),
      )}
    </Stats>
  );
}
