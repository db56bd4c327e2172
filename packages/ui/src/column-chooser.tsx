import { useState, type ComponentType } from 'react';
import { Button } from './button';
import { createLaterPart } from './overlay/later-part';
import { useContents } from './overlay/opener';
import { Popover } from './popover';
import type { ColumnChooserProps } from './overlay/column-chooser.types';

export type { ColumnChooserProps } from './overlay/column-chooser.types';

const part = createLaterPart<ColumnChooserProps<never>>(() =>
  import('./overlay/column-panel').then((module) => module.ColumnPanel),
);

function Content<Row>({ onClose, ...props }: ColumnChooserProps<Row> & { onClose: () => void }) {
  const Panel = useContents(part, onClose) as ComponentType<ColumnChooserProps<Row>> | undefined;
  return Panel ? <Panel {...props} /> : null;
}

/** Which columns are shown, in which order, and how high the rows are. Alt with arrow keys, or a drag on the grip, moves a column. */
export function ColumnChooser<Row>(props: ColumnChooserProps<Row>) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Columns"
      open={open}
      onOpenChange={setOpen}
      align="end"
      width={320}
      padded={false}
      trigger={
        <Button size="small" icon="columns" onPointerEnter={part.preload} onFocus={part.preload}>
          Columns
        </Button>
      }
    >
      <Content {...props} onClose={() => setOpen(false)} />
    </Popover>
  );
}
