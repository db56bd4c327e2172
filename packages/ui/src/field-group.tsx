import { useId, type ReactNode } from 'react';
import { Hint } from './field';
import { Text } from './text';

/** Several controls under one name: each has its own, the group says what they are about. */
export function FieldGroup({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={`${id}-label`} {...(hint || error ? { 'aria-describedby': `${id}-hint` } : {})}>
      <Text as="div" id={`${id}-label`} $size={2} $weight="medium" style={{ marginBottom: 6 }}>
        {label}
      </Text>
      {children}
      {(hint || error) && (
        <div id={`${id}-hint`} style={{ marginTop: 4 }}>
          {error ? (
            <Text $size={2} role="alert" style={{ color: 'var(--danger)' }}>
              {error}
            </Text>
          ) : (
            <Hint>{hint}</Hint>
          )}
        </div>
      )}
    </div>
  );
}
