import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { useFieldControl } from './field';
import { controlEdge } from './input-shell';

const Area = styled.textarea<{ $mono: boolean }>`
  ${controlEdge}
  display: block;
  min-height: 72px;
  padding: 6px 10px;
  resize: vertical;
  ${({ $mono }) => $mono && 'font-family: var(--mono); font-size: var(--fs-2);'}
  &[aria-invalid='true'] {
    border-color: var(--danger);
  }
  &:disabled {
    background: var(--surface-2);
    color: var(--muted);
    cursor: not-allowed;
  }
`;

/** Props of a {@link TextArea}. */
export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Grows with its text, up to `maxRows`. */
  autoGrow?: boolean;
  maxRows?: number;
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of plain text. In a form, Ctrl or Cmd Enter submits it, as Enter does in a field of one line. */
export function TextArea({ autoGrow = false, maxRows = 16, mono = false, rows = 3, ref, ...rest }: TextAreaProps) {
  const inner = useRef<HTMLTextAreaElement | null>(null);
  const control = useFieldControl(rest);
  useLayoutEffect(() => {
    const element = inner.current;
    if (!autoGrow || !element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight + 2, maxRows * 20 + 14)}px`;
  }, [autoGrow, maxRows, rest.value]);
  const setRef = (element: HTMLTextAreaElement | null) => {
    inner.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    rest.onKeyDown?.(event);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return <Area ref={setRef} rows={rows} $mono={mono} {...control} onKeyDown={onKeyDown} />;
}
