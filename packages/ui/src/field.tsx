import { createContext, useContext, useId } from 'react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Glyph } from './icon';
import { VisuallyHidden } from './visually-hidden';

interface FieldWiring {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

/** Attributes that tie a control to the {@link Field} around it. */
export interface ControlAttributes {
  id?: string | undefined;
  disabled?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
  'aria-required'?: boolean | 'true' | 'false' | undefined;
}

/** For controls: the attributes of the field around them; a control outside a field gets its own back. */
export function useFieldControl<T extends ControlAttributes>(own: T): T & ControlAttributes {
  const field = useContext(FieldContext);
  if (!field) return own;
  return {
    ...own,
    id: own.id ?? field.id,
    disabled: own.disabled ?? (field.disabled || undefined),
    'aria-describedby': own['aria-describedby'] ?? field.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field.invalid || undefined),
    'aria-required': own['aria-required'] ?? (field.required || undefined),
  };
}

/** For controls that are not labelable elements (groups, sliders): the id of the field's label. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}

// What stands beside the label comes after the control in the order of reading and of Tab.
const Wrapper = styled.div`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
  /* The line that is kept free is part of the distance to the next field. */
  &[data-reserved] {
    margin-bottom: calc(-1 * var(--s-1));
  }
  &[data-aside] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: var(--s-2);
  }
  &[data-aside] > * {
    grid-column: 1 / -1;
  }
  &[data-aside] > :first-child {
    grid-area: 1 / 1;
  }
  &[data-aside] > :last-child {
    grid-area: 1 / 2;
  }
`;

const LabelLine = styled.div`
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
`;

/** The text above a control. */
export const Label = styled.label`
  font-weight: var(--w-medium);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--text-2);
`;

/** Help below a control, or a quiet line anywhere. */
export const Hint = styled.p`
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
`;

const ErrorLine = styled.p`
  display: flex;
  gap: 6px;
  align-items: flex-start;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--danger);
  & > svg {
    margin-top: 2px;
  }
`;

/** Where a hint or an error comes. */
const SpareLine = styled.div`
  height: var(--lh-2);
`;

const Optional = styled.span`
  font-weight: var(--w-regular);
  color: var(--muted);
`;

/** Props of a {@link Field}. */
export interface FieldProps {
  label: ReactNode;
  /** Gives way to the error. */
  hint?: ReactNode;
  /** The rule that is broken, in words; announced when it appears. */
  error?: ReactNode;
  required?: boolean;
  /** Says "optional" beside the label, for forms in which most fields are required. */
  optional?: boolean;
  disabled?: boolean;
  /** Stands at the end of the label's line, and is reached after the control: a link, a value, a count. */
  aside?: ReactNode;
  /** Keeps a line free below the control, so that an error moves nothing. */
  reserved?: boolean;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A label, one control, and its hint or error; the control inside is wired by itself. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  disabled = false,
  aside,
  reserved = false,
  labelHidden = false,
  id: ownId,
  className,
  children,
}: FieldProps) {
  const generated = useId();
  const id = ownId ?? generated;
  // A broken rule takes the hint's place: both would say the same, and the form would grow under the pointer.
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const wiring: FieldWiring = {
    id,
    labelId: `${id}-label`,
    describedBy: described,
    invalid: Boolean(error),
    required,
    disabled,
  };
  const besides = Boolean(aside) && !labelHidden;
  const labelElement = (
    <Label htmlFor={id} id={`${id}-label`}>
      {label}
      {required && (
        <>
          <span aria-hidden="true" style={{ color: 'var(--danger)' }}>
            {' '}
            *
          </span>
        </>
      )}
      {optional && <Optional> (optional)</Optional>}
    </Label>
  );
  return (
    <FieldContext value={wiring}>
      <Wrapper className={className} data-aside={besides ? '' : undefined} data-reserved={reserved ? '' : undefined}>
        {labelHidden ? <VisuallyHidden>{labelElement}</VisuallyHidden> : <LabelLine>{labelElement}</LabelLine>}
        {children}
        <div aria-live="polite" style={{ display: error ? 'block' : 'contents' }}>
          {error && (
            <ErrorLine id={`${id}-error`} data-field-line>
              <Glyph name="bad" />
              {error}
            </ErrorLine>
          )}
        </div>
        {hint && !error && (
          <Hint id={`${id}-hint`} data-field-line>
            {hint}
          </Hint>
        )}
        {reserved && !hint && !error && <SpareLine data-field-line />}
        {besides && <LabelLine>{aside}</LabelLine>}
      </Wrapper>
    </FieldContext>
  );
}
