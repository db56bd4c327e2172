import { styled } from 'styled-components';
import { money } from './money';

const List = styled.dl`
  margin: 0;
  display: grid;
  gap: var(--s-2);
  & > div {
    display: flex;
    justify-content: space-between;
    gap: var(--s-4);
  }
  & dt {
    min-width: 0;
  }
  & dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  & > [data-total] {
    padding-top: var(--s-2);
    border-top: 1px solid var(--border);
    font-weight: var(--w-bold);
  }
`;

/** Lines of an invoice, and what they come to. */
export function MoneyLines({
  lines,
  total,
}: {
  lines: readonly { name: string; cents: number }[];
  total?: { name: string; cents: number } | null;
}) {
  return (
    <List>
      {lines.map(({ name, cents }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{money(cents)}</dd>
        </div>
      ))}
      {total && (
        <div data-total>
          <dt>{total.name}</dt>
          <dd>{money(total.cents)}</dd>
        </div>
      )}
    </List>
  );
}
