import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { VariableOption } from './variable-options';

const List = styled.ul`
  max-height: 264px;
  overflow: auto;
  padding: 4px;
  & > li {
    display: flex;
    align-items: baseline;
    gap: var(--s-2);
    min-height: 32px;
    padding: 5px var(--s-2);
    border-radius: var(--r-2);
    cursor: pointer;
    & > small {
      margin-left: auto;
      font-size: var(--fs-1);
      color: var(--muted);
      white-space: nowrap;
    }
    &[aria-selected='true'] {
      background: var(--surface-3);
    }
  }
`;

interface VariableListProps {
  id: string;
  options: readonly VariableOption[];
  at: number;
  onAt: (index: number) => void;
  onChoose: (option: VariableOption) => void;
}

/** Variables to choose from, one of them highlighted; the keys come from the field that the list belongs to. */
export function VariableList({ id, options, at, onAt, onChoose }: VariableListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <List ref={list} id={id} role="listbox" aria-label="Variables">
      {options.map((option, index) => (
        <li
          key={option.source}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a list box is made of them; the keys are the field's
          role="option"
          aria-selected={index === at}
          onPointerMove={() => onAt(index)}
          // Before the text loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {option.label}
          {option.detail && <small>{option.detail}</small>}
        </li>
      ))}
    </List>
  );
}
