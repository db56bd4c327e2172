import { Fragment } from 'react';
import { styled } from 'styled-components';

/** One key. */
export const Kbd = styled.kbd`
  display: inline-grid;
  place-items: center;
  flex: none;
  min-width: 18px;
  height: 18px;
  padding: 0 4px;
  border: 1px solid var(--border-strong);
  border-radius: var(--r-1);
  background: var(--surface);
  color: var(--muted);
  font: var(--w-medium) var(--fs-1)/16px var(--font);
`;

const Box = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
`;

/** Ctrl or, on Apple systems, the command sign. */
export function modifierKey(): string {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}

/** Props of a {@link KeyHint}. */
export interface KeyHintProps {
  /** Keys pressed together, or one after the other with `sequence`; `Mod` is Ctrl or the command key. */
  keys: readonly string[];
  sequence?: boolean;
  /** What they do. */
  label?: string;
}

/** The keys of a shortcut and what they do. */
export function KeyHint({ keys, sequence = false, label }: KeyHintProps) {
  return (
    <Box>
      {keys.map((key, index) => (
        <Fragment key={index}>
          {sequence && index > 0 && <span>then</span>}
          <Kbd>{key === 'Mod' ? modifierKey() : key}</Kbd>
        </Fragment>
      ))}
      {label && <span>{label}</span>}
    </Box>
  );
}
