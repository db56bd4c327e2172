import { brandFontStacks, brandRadiusSizes } from '@skein/contracts/brand-theme';
import { styled } from 'styled-components';
import type { CSSProperties } from 'react';
import { lookOf, type BrandDraft } from './brand-draft';

/** Behind the page, as a PDF reader shows it. */
const Desk = styled.div`
  padding: var(--s-4);
  border: 1px solid var(--border);
  border-radius: var(--r-2);
  background: var(--surface-3);
`;

/** Paper is white in both themes. */
const Paper = styled.div`
  display: grid;
  gap: var(--s-3);
  padding: var(--s-5) var(--s-4);
  background: #ffffff;
  color: #1b1b19;
  overflow-wrap: anywhere;
  & > header {
    display: flex;
    align-items: center;
    gap: var(--s-2);
    padding-bottom: var(--s-2);
    border-bottom: 3px solid var(--preview);
    font-weight: var(--w-bold);
  }
  & > header > img {
    max-width: 90px;
    max-height: 24px;
    object-fit: contain;
  }
  & > b {
    font-size: var(--fs-5);
    line-height: var(--lh-5);
  }
  & > small {
    color: #6b6a64;
    font-size: var(--fs-1);
  }
`;

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: var(--s-2);
  & > div {
    padding: var(--s-2);
    border: 1px solid #e3e1da;
    border-radius: var(--preview-corner);
  }
  dt {
    color: #6b6a64;
    font-size: var(--fs-1);
  }
  dd {
    font-weight: var(--w-bold);
  }
`;

const Bars = styled.div`
  display: flex;
  align-items: flex-end;
  gap: var(--s-2);
  height: 64px;
  border-bottom: 1px solid #e3e1da;
  & > i {
    flex: 1;
    background: var(--preview);
  }
`;

const figures = [
  ['Sent', '1,204'],
  ['Replied', '86'],
  ['Interested', '19'],
] as const;
const days = [40, 64, 52, 90, 76];

/** The first page of a weekly report as a PDF: the fonts are those of the screen, the PDF embeds the nearest of them. */
export function ReportPreview({ draft, theme }: { draft: BrandDraft; theme: 'light' | 'dark' }) {
  const { accent, font, radius } = lookOf(draft);
  const style = {
    '--preview': accent,
    '--preview-corner': `${brandRadiusSizes[radius][1]}px`,
    fontFamily: brandFontStacks[font] ?? undefined,
  } as CSSProperties;
  return (
    <Desk data-theme={theme}>
      <Paper style={style}>
        <header>
          {draft.printedLogo && <img src={draft.printedLogo} alt="" />}
          <span>{draft.name || 'Your agency'}</span>
        </header>
        <b>Weekly report</b>
        <small>November 16 to 22, 2026</small>
        <Figures>
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Figures>
        <Bars aria-hidden="true">
          {days.map((day) => (
            <i key={day} style={{ height: `${day}%` }} />
          ))}
        </Bars>
      </Paper>
    </Desk>
  );
}
