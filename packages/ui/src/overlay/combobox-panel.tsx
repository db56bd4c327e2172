import * as PopoverPrimitive from 'radix-ui/popover';
import type { RefObject } from 'react';
import { useUi } from '../ui-provider';
import { Panel } from './choice-parts';
import { ComboboxSearch, type ComboboxSearchProps } from './combobox-search';
import { StandIn } from './trigger';

/** Props of a {@link ComboboxPanel}. */
export interface ComboboxPanelProps extends ComboboxSearchProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  panelId: string;
  /** The button that opens it. */
  element: RefObject<HTMLElement | null>;
}

/** The search and the list of a combobox, below its button. */
export function ComboboxPanel({ open, onOpenChange, label, panelId, element, ...search }: ComboboxPanelProps) {
  const { portalContainer } = useUi();
  return (
    <PopoverPrimitive.Root open={open} onOpenChange={onOpenChange}>
      <PopoverPrimitive.Trigger asChild>
        <StandIn element={element} />
      </PopoverPrimitive.Trigger>
      <PopoverPrimitive.Portal container={portalContainer}>
        <Panel id={panelId} align="start" sideOffset={4} collisionPadding={8} aria-label={label}>
          <ComboboxSearch {...search} />
        </Panel>
      </PopoverPrimitive.Portal>
    </PopoverPrimitive.Root>
  );
}
