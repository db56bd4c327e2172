import type { PlacedFigure } from '@skein/contracts/analytics/placed-emails.contract';
import { measureDefinitions } from '@skein/contracts/analytics/measures';
import { useAccess } from '@skein/mfe/access';
import { Drawer } from '@skein/ui/drawer';
import { isPlaced, type Figure } from '../global/range-address';
import { rowsFilter, type Insights } from '../insights/insights.hooks';
import { FigureRows } from './figure-rows';
import { narrowText } from './narrow-text';
import { PlacedRows } from './placed-rows';

const placedNames: Record<PlacedFigure, string> = { spam: 'Landed in spam', placed: 'Warmup and test emails' };
const nameOf = (figure: Figure): string => (isPlaced(figure) ? placedNames[figure] : measureDefinitions[figure].label);

/** The rows behind the figure that the address names. */
export function FigureDrawer({ insights }: { insights: Insights }) {
  const { address, change, filter, zone, search } = insights;
  const access = useAccess();
  const mayReadInsights = access.may('insights.read') && access.has('global-analytics');
  // An address can name what belongs to the agency alone.
  const figure = isPlaced(address.figure) && !mayReadInsights ? null : address.figure;
  const { narrow } = address;
  const about = narrow ? narrowText(narrow, address.of) : '';
  return (
    <Drawer
      open={figure !== null}
      onOpenChange={(open) => {
        if (!open) change({ figure: null });
      }}
      width={800}
      title={figure ? [nameOf(figure), about].filter(Boolean).join(': ') : 'Rows'}
    >
      {isPlaced(figure) ? (
        <PlacedRows key={search} insights={insights} figure={figure} />
      ) : (
        figure && (
          <FigureRows
            key={`${figure}-${search}`}
            measure={figure}
            from={address.from}
            to={address.to}
            timeZone={zone}
            axis={address.axis}
            includeOutOfOffice={address.includeOutOfOffice}
            {...rowsFilter(filter)}
            {...(narrow ? { narrow } : {})}
          />
        )
      )}
    </Drawer>
  );
}
