import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './button';
import { messagesAbove } from './messages-above';
import { Select } from './select';
import { useUi } from './ui-provider';
import { useMedia } from './use-media';
import { visuallyHiddenRules } from './visually-hidden';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-2) var(--s-3);
  flex: none;
  min-height: 44px;
  padding: var(--s-1) var(--s-4) var(--s-1) var(--s-6);
  border-top: 1px solid var(--border);
  background: var(--surface);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  font-variant-numeric: tabular-nums;
  @media (max-width: 720px) {
    padding: var(--s-2) var(--s-4);
  }
`;

const Note = styled.span`
  margin-left: auto;
  @media (max-width: 720px) {
    display: none;
  }
`;

const Buttons = styled.div`
  display: flex;
  gap: var(--s-2);
  margin-left: auto;
  [data-note] + & {
    margin-left: 0;
  }
  @media (max-width: 720px) {
    margin-left: auto;
    [data-note] + & {
      margin-left: auto;
    }
  }
`;

const Size = styled.div`
  width: 132px;
`;

/** On a phone the arrow says it; the name stays for screen readers. */
const Word = styled.span`
  @media (max-width: 720px) {
    ${visuallyHiddenRules}
  }
`;

/** Props of a {@link Pagination} over keyset pages: only the neighbours can be reached. */
export interface PaginationProps {
  /** Number of the first row shown, from 1; 0 when there is none. */
  from: number;
  to: number;
  /** Rows in all; left out when it is not counted. */
  total?: number;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
  pageSize?: number;
  /** Sizes a person can choose. */
  pageSizes?: readonly number[];
  onPageSizeChange?: (size: number) => void;
  /** Whether as many rows are shown as the window has room for; given, that is a choice too, told as 0. */
  fills?: boolean;
  /** What the figures mean, in one line. */
  note?: ReactNode;
  busy?: boolean;
  /** While the first rows load, nothing is said of how many there are. */
  isFirst?: boolean;
  /** Its name, where a page has more than one: "Pages of Figures by campaign". */
  label?: string;
}

/** Where in a long list this page is, and the way to the next. */
export function Pagination({
  from,
  to,
  total,
  hasPrevious,
  hasNext,
  onPrevious,
  onNext,
  pageSize,
  pageSizes,
  onPageSizeChange,
  fills,
  note,
  busy = false,
  isFirst = false,
  label = 'Pages',
}: PaginationProps) {
  const { locale } = useUi();
  // On a phone rows are cards, of which a few are longer than the screen: there is nothing to fill.
  const phone = useMedia('(max-width: 720px)');
  const offersFill = fills !== undefined && !phone;
  const isFilled = offersFill && fills;
  const number = (value: number) => value.toLocaleString(locale);
  const range = isFirst
    ? ''
    : to === 0
      ? 'No rows'
      : `${number(from)} to ${number(to)}${total === undefined ? '' : ` of ${number(total)}`}`;
  return (
    <Bar ref={messagesAbove} role="navigation" aria-label={label}>
      <span role="status">{range}</span>
      {pageSize !== undefined && pageSizes && onPageSizeChange && (
        <Size>
          <Select
            size="small"
            aria-label="Rows per page"
            value={isFilled ? '0' : String(pageSize)}
            onValueChange={(value) => onPageSizeChange(Number(value))}
            options={[
              ...[...new Set(isFilled ? pageSizes : [...pageSizes, pageSize])]
                .sort((a, b) => a - b)
                .map((size) => ({ value: String(size), label: `${size} per page` })),
              ...(offersFill ? [{ value: '0', label: 'Fill the screen' }] : []),
            ]}
          />
        </Size>
      )}
      {note && <Note data-note="">{note}</Note>}
      <Buttons>
        <Button size="small" icon="chevron-left" disabled={!hasPrevious || busy} onClick={onPrevious}>
          <Word>Previous</Word>
        </Button>
        <Button size="small" iconEnd="chevron-right" disabled={!hasNext || busy} onClick={onNext}>
          <Word>Next</Word>
        </Button>
      </Buttons>
    </Bar>
  );
}
