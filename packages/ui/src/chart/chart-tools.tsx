import type { RefObject } from 'react';
import { styled } from 'styled-components';
import { IconButton } from '../icon-button';
import { Menu } from '../menu';
import { toasts } from '../toast-store';
import type { ChartHandle } from './chart-canvas';
import { chartCsv, saveFile } from './chart-csv';
import type { ChartProps } from './chart-types';

const Tools = styled.div<{ $push: boolean }>`
  display: flex;
  align-items: center;
  gap: 2px;
  ${({ $push }) => $push && 'margin-left: auto;'}
  @media (max-width: 639.98px) {
    margin-left: auto;
  }
`;

const fileName = (title: string, ending: string) =>
  `${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}.${ending}`;

/** Shows a chart as a table, and saves its figures or its picture as a file. */
export function ChartTools({
  title,
  categoryLabel,
  categories,
  figures,
  actions,
  asTable,
  onAsTable,
  nothing,
  push,
  handle,
}: Pick<ChartProps, 'title' | 'categoryLabel' | 'categories' | 'actions'> & {
  /** The measures that the table has. */ figures: ChartProps['series'];
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
  /** Whether there is nothing to save. */ nothing: boolean;
  push: boolean;
  handle: RefObject<ChartHandle | null>;
}) {
  const saveCsv = () =>
    saveFile(
      fileName(title, 'csv'),
      new Blob([`\uFEFF${chartCsv(categoryLabel, categories, figures)}`], { type: 'text/csv;charset=utf-8' }),
    );
  const savePng = async () => {
    try {
      const address = await handle.current?.png();
      if (address) saveFile(fileName(title, 'png'), address);
    } catch {
      toasts.show({
        title: 'The picture could not be created',
        text: 'The figures can still be downloaded as CSV.',
        tone: 'danger',
      });
    }
  };
  return (
    <Tools $push={push}>
      {actions}
      <IconButton
        icon={asTable ? 'chart' : 'table'}
        label={asTable ? 'Show as a chart' : 'Show as a table'}
        aria-pressed={asTable}
        onClick={() => onAsTable(!asTable)}
      />
      <Menu
        align="end"
        trigger={<IconButton icon="download" label={`Download ${title}`} tooltip={false} disabled={nothing} />}
        entries={[
          { label: 'Figures as CSV', icon: 'table', onSelect: saveCsv },
          {
            label: 'Picture as PNG',
            icon: 'image',
            disabled: asTable,
            detail: asTable ? 'Show the chart first' : undefined,
            onSelect: () => void savePng(),
          },
        ]}
      />
    </Tools>
  );
}
