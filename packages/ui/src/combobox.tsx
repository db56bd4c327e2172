import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useFieldControl, useFieldLabelId } from './field';
import type { ControlAttributes } from './field';
import { Icon } from './icon';
import { Chip, Chips, ComboboxTrigger } from './combobox-parts';
import { createLaterPart } from './overlay/later-part';
import { useOpening } from './overlay/opener';
import { VisuallyHidden } from './visually-hidden';
import type { ComboboxOption, ComboboxSource } from './overlay/overlay.types';

export type { ComboboxOption, ComboboxSource } from './overlay/overlay.types';

interface CommonProps extends ControlAttributes {
  /** All options, or a function that finds them for what is typed (debounced; older answers are dropped). */
  options: ComboboxSource;
  placeholder?: string;
  searchPlaceholder?: string;
  /** Offers to make what is typed when no option has that label. */
  onCreate?: (text: string) => void;
  /** Under the list, e.g. "Manage tags". */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  className?: string;
  'aria-label'?: string;
}

/** Props of a {@link Combobox}: the chosen options come with their labels, so that they show before any search. */
export type ComboboxProps = CommonProps &
  (
    | {
        multiple?: false;
        value: ComboboxOption | null;
        onValueChange: (value: ComboboxOption | null) => void;
        clearable?: boolean;
      }
    | {
        multiple: true;
        value: readonly ComboboxOption[];
        onValueChange: (value: readonly ComboboxOption[]) => void;
        clearable?: boolean;
      }
  );

const part = createLaterPart(() => import('./overlay/combobox-panel').then((module) => module.ComboboxPanel));

/**
 * One or several of a long list, with search. Arrow keys move, Enter chooses, Escape closes, Backspace in an empty search removes the last.
 */
export function Combobox(props: ComboboxProps) {
  const {
    options,
    placeholder = 'Choose',
    searchPlaceholder = 'Search',
    onCreate,
    footer,
    size = 'medium',
    className,
  } = props;
  const trigger = useRef<HTMLButtonElement | null>(null);
  const { open, change: setOpen, Panel, panelId, attributes: opening } = useOpening(part, {}, trigger);
  const valueId = useId();
  const labelId = useFieldLabelId();
  const control = useFieldControl({
    id: props.id,
    disabled: props.disabled,
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
  });
  const { 'aria-required': _required, ...attributes } = control;
  const chosen: readonly ComboboxOption[] = props.multiple ? props.value : props.value ? [props.value] : [];

  const toggle = (option: ComboboxOption) => {
    if (props.multiple) {
      const without = props.value.filter((other) => other.value !== option.value);
      props.onValueChange(without.length === props.value.length ? [...props.value, option] : without);
      return;
    }
    props.onValueChange(option);
    setOpen(false);
  };
  const removeLast = () => {
    if (props.multiple && props.value.length > 0) props.onValueChange(props.value.slice(0, -1));
  };
  const clear = () => {
    if (props.multiple) props.onValueChange([]);
    else props.onValueChange(null);
    trigger.current?.focus();
  };

  const naming = props['aria-label']
    ? { 'aria-label': `${props['aria-label']}: ${chosen.map((option) => option.label).join(', ') || placeholder}` }
    : labelId
      ? { 'aria-labelledby': `${labelId} ${valueId}` }
      : {};
  const clearable = props.clearable && chosen.length > 0 && !control.disabled;
  return (
    <>
      <Chips className={className}>
        <ComboboxTrigger
          ref={trigger}
          type="button"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- they come with `opening`
          role="combobox"
          aria-haspopup="listbox"
          $size={size}
          $clearable={Boolean(clearable)}
          {...opening}
          {...attributes}
          {...naming}
          data-disabled={control.disabled ? '' : undefined}
          data-invalid={control['aria-invalid'] ? '' : undefined}
          onClick={() => setOpen(!open)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              setOpen(true);
            }
          }}
        >
          <span id={valueId}>
            {chosen.length === 0 && <em>{placeholder}</em>}
            {!props.multiple && chosen[0] && chosen[0].label}
            {props.multiple && chosen.slice(0, 4).map((option) => <Chip key={option.value}>{option.label}</Chip>)}
            {props.multiple && chosen.length > 4 && (
              <Chip>
                +{chosen.length - 4}
                <VisuallyHidden> more</VisuallyHidden>
              </Chip>
            )}
          </span>
          <Icon name="up-down" size={14} />
        </ComboboxTrigger>
        {clearable && (
          <button type="button" aria-label="Clear" onClick={clear}>
            <Icon name="close" size={14} />
          </button>
        )}
      </Chips>
      {Panel && (
        <Panel
          open={open}
          onOpenChange={setOpen}
          label={props['aria-label'] ?? 'Options'}
          panelId={panelId}
          element={trigger}
          source={options}
          chosen={chosen}
          multiple={props.multiple ?? false}
          searchPlaceholder={searchPlaceholder}
          footer={footer}
          onToggle={toggle}
          onRemoveLast={removeLast}
          onClose={() => setOpen(false)}
          {...(onCreate
            ? {
                onCreate: (text: string) => {
                  onCreate(text);
                  if (!props.multiple) setOpen(false);
                },
              }
            : {})}
        />
      )}
    </>
  );
}
