import { measureDefinitions } from '@skein/contracts/analytics/measures';
import { Drawer } from '@skein/ui/drawer';
import { rowsFilter, type Insights } from '../insights/insights.hooks';
import { FigureRows } from './figure-rows';
import { narrowText } from './narrow-text';

/** The rows behind the figure that the address names. */
export function FigureDrawer({ insights }: { insights: Insights }) {
  const { address, change, filter, zone, search } = insights;
  const { figure, narrow } = address;
  const about = narrow ? narrowText(narrow, address.of) : '';
  return (
    <Drawer
      open={figure !== null}
      onOpenChange={(open) => {
        if (!open) change({ figure: null });
      }}
      width={800}
      title={figure ? [measureDefinitions[figure].label, about].filter(Boolean).join(': ') : 'Rows'}
    >
      {figure && (
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
      )}
    </Drawer>
  );
}
