import { useId, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './button';
import { Glyph, Icon } from './icon';
import { visuallyHiddenRules } from './visually-hidden';

const Zone = styled.div<{ $over: boolean }>`
  position: relative;
  display: grid;
  justify-items: center;
  gap: var(--s-2);
  padding: var(--s-8) var(--s-6);
  border: 1px dashed ${({ $over }) => ($over ? 'var(--accent)' : 'var(--border-control)')};
  border-radius: var(--r-3);
  background: ${({ $over }) => ($over ? 'var(--accent-soft)' : 'var(--surface-2)')};
  text-align: center;
  transition: background var(--t-1) var(--ease);
  & > svg {
    color: var(--muted);
  }
  & > p {
    max-width: 420px;
    color: var(--muted);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
  }
  & > b {
    font-weight: var(--w-medium);
  }
  & > input {
    ${visuallyHiddenRules}
  }
`;

const Problem = styled.div`
  display: flex;
  align-items: center;
  gap: 6px;
  color: var(--danger);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
`;

/** Bytes in a unit a person reads: "412 KB". Of 1,024 bytes each, as the limits of the product count them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value >= 10 ? Math.round(value) : Math.round(value * 10) / 10} ${units[unit] ?? ''}`;
}

/** Props of a {@link FileDrop}. */
export interface FileDropProps {
  /** What to drop here: "Drop a CSV file". */
  title: string;
  hint?: ReactNode;
  /** Endings with a dot: `['.csv', '.tsv']`; empty takes every file. */
  accept?: readonly string[];
  /** Largest size in bytes. */
  maxBytes?: number;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Takes files by drop, by dialog or by paste; refuses wrong kinds and sizes and says why. */
export function FileDrop({
  title,
  hint,
  accept = [],
  maxBytes = Infinity,
  multiple = false,
  disabled = false,
  onFiles,
}: FileDropProps) {
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const take = (list: readonly File[]) => {
    if (disabled || list.length === 0) return;
    const files = multiple ? list : list.slice(0, 1);
    const wrong = files.find(
      (file) => accept.length > 0 && !accept.some((ending) => file.name.toLowerCase().endsWith(ending)),
    );
    const large = files.find((file) => file.size > maxBytes);
    if (wrong) {
      setProblem(`${wrong.name} is not one of ${accept.join(', ')}.`);
      return;
    }
    if (large) {
      setProblem(`${large.name} has ${formatBytes(large.size)}; ${formatBytes(maxBytes)} is the most.`);
      return;
    }
    if (!multiple && list.length > 1) {
      setProblem('Only one file at a time.');
      return;
    }
    setProblem(null);
    onFiles(files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <Zone
      $over={over}
      role="group"
      aria-label={title}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={(event) => take([...event.clipboardData.files])}
    >
      <Icon name="upload" size={20} />
      <b>{title}</b>
      {hint && <p>{hint}</p>}
      <input
        ref={input}
        id={id}
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        accept={accept.join(',')}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button size="small" icon="folder" disabled={disabled} onClick={() => input.current?.click()}>
        Choose {multiple ? 'files' : 'a file'}
      </Button>
      <div role="alert">
        {problem && (
          <Problem>
            <Glyph name="bad" />
            {problem}
          </Problem>
        )}
      </div>
    </Zone>
  );
}
