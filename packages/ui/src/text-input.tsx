import { useRef } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useFieldControl } from './field';
import { Icon } from './icon';
import type { IconName } from './icon';
import { Affix, InnerButton, InputShell } from './input-shell';

/** Props of a {@link TextInput}. */
export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'prefix'> {
  size?: 'small' | 'medium' | 'large';
  icon?: IconName;
  /** Fixed text before the value. */
  prefix?: ReactNode;
  /** Fixed text after the value: a unit, a key hint. */
  suffix?: ReactNode;
  /** Shows a button that empties it; told by `onClear`. */
  onClear?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text. */
export function TextInput({
  size = 'medium',
  icon,
  prefix,
  suffix,
  onClear,
  className,
  style,
  ref,
  ...rest
}: TextInputProps) {
  const inner = useRef<HTMLInputElement | null>(null);
  const control = useFieldControl(rest);
  const setRef = (element: HTMLInputElement | null) => {
    inner.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <InputShell
      $size={size}
      className={className}
      style={style}
      data-invalid={control['aria-invalid'] ? '' : undefined}
      data-disabled={control.disabled ? '' : undefined}
    >
      {icon && <Icon name={icon} />}
      {prefix && <Affix>{prefix}</Affix>}
      <input ref={setRef} type="text" {...control} />
      {suffix && <Affix>{suffix}</Affix>}
      {onClear && rest.value !== undefined && rest.value !== '' && (
        <InnerButton
          aria-label="Clear"
          onClick={() => {
            onClear();
            inner.current?.focus();
          }}
        >
          <Icon name="close" size={14} />
        </InnerButton>
      )}
    </InputShell>
  );
}

/** A search field: an icon, a clear button, and Escape empties it. */
export function SearchInput({ onClear, onKeyDown, ...rest }: TextInputProps) {
  return (
    <TextInput
      type="search"
      icon="search"
      autoComplete="off"
      {...(onClear ? { onClear } : {})}
      {...rest}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && onClear && rest.value) {
          event.stopPropagation();
          onClear();
        }
        onKeyDown?.(event);
      }}
    />
  );
}
