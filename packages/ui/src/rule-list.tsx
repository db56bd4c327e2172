import { styled } from 'styled-components';
import { Glyph } from './icon';

/** One rule of an explanation. `is_met` is null for a rule that was not reached; the one that decides is binding. */
export interface RuleCheck {
  code: string;
  scope: string;
  label: string;
  text: string;
  is_met: boolean | null;
  is_binding: boolean;
}

const List = styled.ul`
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  & > li {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    gap: 2px var(--s-2);
    align-items: center;
    padding: var(--s-2) var(--s-3);
    & + li {
      border-top: 1px solid var(--border);
    }
    &[data-binding] {
      background: var(--warning-soft);
    }
    & > b {
      font-weight: var(--w-medium);
    }
    & > p {
      grid-column: 2;
      font-size: var(--fs-2);
      line-height: var(--lh-2);
      color: var(--muted);
      overflow-wrap: anywhere;
    }
    &[data-binding] > p {
      color: var(--text-2);
    }
  }
`;

const lookOf = ({ is_met: isMet, is_binding: isBinding }: RuleCheck) =>
  isMet === null
    ? ({ glyph: 'new', colour: 'muted', word: 'Not reached' } as const)
    : isMet
      ? ({ glyph: 'done', colour: 'success', word: 'Met' } as const)
      : ({ glyph: isBinding ? 'warn' : 'wait', colour: isBinding ? 'warning' : 'muted', word: 'Not met' } as const);

/** The rules of an explanation in the order in which they were met, with the one that decides. */
export function RuleList({ checks }: { checks: readonly RuleCheck[] }) {
  return (
    <List aria-label="Rules, in the order in which they are met">
      {checks.map((check) => {
        const { glyph, colour, word } = lookOf(check);
        return (
          <li key={`${check.code}-${check.scope}`} data-binding={check.is_binding ? '' : undefined}>
            <Glyph name={glyph} style={{ color: `var(--${colour})` }} title={word} />
            <b>{check.label}</b>
            {check.is_met === false && <p>{check.text}</p>}
          </li>
        );
      })}
    </List>
  );
}
