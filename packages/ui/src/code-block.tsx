import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { IconButton } from './icon-button';

const Box = styled.div`
  position: relative;
  min-width: 0;
  border: 1px solid var(--border);
  border-radius: var(--r-2);
  background: var(--surface-2);
  & > button {
    position: absolute;
    top: 4px;
    right: 4px;
    background: var(--surface-2);
  }
`;

const Pre = styled.pre<{ $wrap: boolean }>`
  margin: 0;
  padding: var(--s-3) var(--s-10) var(--s-3) var(--s-3);
  max-height: 420px;
  overflow: auto;
  font-family: var(--mono);
  font-size: var(--fs-2);
  line-height: var(--lh-3);
  letter-spacing: 0;
  tab-size: 2;
  ${({ $wrap }) => $wrap && 'white-space: pre-wrap; overflow-wrap: anywhere;'}
  &:focus-visible {
    outline-offset: -2px;
    border-radius: var(--r-2);
  }
  & .danger {
    color: var(--danger);
  }
  & .muted {
    color: var(--muted);
  }
`;

/** A line of a server dialogue. */
export interface CodeLine {
  text: string;
  tone?: 'normal' | 'danger' | 'muted';
}

/** Copies text and says for two seconds that it did. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('done');
    } catch {
      setState('failed');
    }
  };
  return (
    <IconButton
      icon={state === 'done' ? 'check' : 'copy'}
      label={state === 'done' ? 'Copied' : state === 'failed' ? 'Could not copy; select the text instead' : label}
      onClick={() => void copy()}
    />
  );
}

/** Props of a {@link CodeBlock}. */
export interface CodeBlockProps {
  /** The text, or lines with a tone each. */
  code: string | readonly CodeLine[];
  /** What it is; names the scrollable area. */
  label: string;
  wrap?: boolean;
  copy?: boolean;
  children?: ReactNode;
}

/** Exact text: a server's reply, a request, a key. It scrolls by keyboard and can be copied. */
export function CodeBlock({ code, label, wrap = false, copy = true }: CodeBlockProps) {
  const text = typeof code === 'string' ? code : code.map((line) => line.text).join('\n');
  return (
    <Box>
      <Pre tabIndex={0} role="region" aria-label={label} $wrap={wrap}>
        <code>
          {typeof code === 'string'
            ? code
            : code.map((line, index) => (
                <span key={index} className={line.tone}>
                  {line.text}
                  {'\n'}
                </span>
              ))}
        </code>
      </Pre>
      {copy && <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />}
    </Box>
  );
}
