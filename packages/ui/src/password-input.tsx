import { useState } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import { useFieldControl } from './field';
import { Icon } from './icon';
import { InnerButton, InputShell } from './input-shell';

/** Props of a {@link PasswordInput}; `autoComplete` says whether it is the current or a new password. */
export interface PasswordInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'type'> {
  size?: 'small' | 'medium' | 'large';
  autoComplete?: 'current-password' | 'new-password' | 'off' | 'one-time-code';
  ref?: Ref<HTMLInputElement>;
}

/** A password with a button that shows it. */
export function PasswordInput({
  size = 'medium',
  autoComplete = 'current-password',
  className,
  ref,
  ...rest
}: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const control = useFieldControl(rest);
  return (
    <InputShell
      $size={size}
      className={className}
      data-invalid={control['aria-invalid'] ? '' : undefined}
      data-disabled={control.disabled ? '' : undefined}
    >
      <input
        ref={ref}
        {...control}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        spellCheck={false}
        autoCapitalize="none"
      />
      <InnerButton
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} />
      </InnerButton>
    </InputShell>
  );
}
