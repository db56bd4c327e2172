// What the buttons of `packages/ui` and the parts that they fetch (this folder) have in common.
import type { ReactElement, ReactNode } from 'react';
import type { IconName } from '../icon';

/** Props of a `Tooltip`. */
export interface TooltipProps {
  /** The text; an empty one shows nothing. */
  content: ReactNode;
  /** One element that takes focus. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Wait before it opens on hover, in milliseconds; it opens at once on focus. */
  delay?: number;
}

/** Props of a `Popover`. */
export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  /** Name of the panel. */
  label: string;
  /** Shown at the top of the panel, with a button that closes it: for a panel of fields. */
  title?: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  width?: number | string;
  padded?: boolean;
}

/** One line of a menu. */
export type MenuEntry =
  | {
      kind?: 'action';
      label: ReactNode;
      /** A second line, e.g. why it is disabled. */
      detail?: ReactNode;
      icon?: IconName;
      /** Keys of the shortcut, shown at the end. */
      keys?: readonly string[];
      tone?: 'danger';
      disabled?: boolean;
      /** Makes it a link. */
      href?: string;
      onSelect?: () => void;
    }
  | {
      kind: 'check';
      label: ReactNode;
      checked: boolean;
      disabled?: boolean;
      onCheckedChange: (checked: boolean) => void;
    }
  | { kind: 'submenu'; label: ReactNode; icon?: IconName; entries: readonly MenuEntry[] }
  | { kind: 'label'; label: ReactNode }
  | { kind: 'separator' };

/** Props of a `Menu`. */
export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** One choice. `group` puts it under a heading; options of a group stand together. */
export interface SelectOption<T extends string = string> {
  value: T;
  label: ReactNode;
  /** What typed letters are compared with, where the label is no plain text. */
  text?: string;
  detail?: ReactNode;
  group?: string;
  disabled?: boolean;
}

/** One choice; `label` is searched and read, `detail` stands below it. */
export interface ComboboxOption {
  value: string;
  label: string;
  detail?: string;
  group?: string;
  disabled?: boolean;
  start?: ReactNode;
}

/** Options at hand, or found by what is typed. The signal is aborted when something newer was typed. */
export type ComboboxSource =
  | readonly ComboboxOption[]
  | ((query: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>);
