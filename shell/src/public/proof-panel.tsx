import { Glyph, type GlyphName } from '@skein/ui/icon';
import { styled } from 'styled-components';

const Side = styled.aside`
  position: relative;
  margin: var(--s-2) var(--s-2) var(--s-2) 0;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--bg);
  display: grid;
  place-items: center;
  overflow: hidden;
  @media (max-width: 900px) {
    display: none;
  }
`;

const Strands = styled.svg`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  fill: none;
  stroke: var(--accent);
  stroke-width: 1;
  opacity: 0.26;
`;

const Card = styled.div`
  position: relative;
  width: min(420px, calc(100% - 48px));
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  box-shadow: var(--shadow-2);
  & > header {
    padding: var(--s-4) var(--s-4) var(--s-3);
  }
  & h2 {
    font-size: var(--fs-4);
    line-height: var(--lh-4);
    font-weight: var(--w-bold);
  }
  & p {
    color: var(--muted);
  }
`;

const Rows = styled.dl`
  & > div {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: center;
    height: 36px;
    padding: 0 var(--s-4);
    border-top: 1px solid var(--border);
  }
  & > div:last-child {
    height: 40px;
    font-weight: var(--w-bold);
    background: var(--surface-2);
    border-radius: 0 0 var(--r-3) var(--r-3);
  }
  & dt {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  & > div:last-child > dt {
    padding-left: var(--s-6);
  }
  & dd {
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
`;

const rows: { label: string; value: number; glyph: GlyphName; tone: string }[] = [
  { label: 'Not contacted yet', value: 412, glyph: 'new', tone: 'muted' },
  { label: 'Waiting for the next step', value: 701, glyph: 'wait', tone: 'muted' },
  { label: 'In flight', value: 3, glyph: 'progress', tone: 'info' },
  { label: 'Done, all steps sent', value: 687, glyph: 'done', tone: 'success' },
  { label: 'Ended with a reply', value: 141, glyph: 'cat-5', tone: 'info' },
  { label: 'Ended with a bounce or an opt-out', value: 56, glyph: 'bad', tone: 'danger' },
];

const sum = rows.reduce((total, row) => total + row.value, 0);
const curves = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((strand) => {
  const left = 191.6 + strand * 64.6;
  const middle = 518 - strand * 17;
  const right = 246 + strand * 51;
  return `M-20 ${left} C 180 ${left} 200 ${middle} 400 ${middle} S 620 ${right} 820 ${right}`;
});

/** What the product promises, with an example that adds up. */
export function ProofPanel() {
  return (
    <Side aria-label="What the product does">
      <Strands viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {curves.map((curve) => (
          <path key={curve} d={curve} />
        ))}
      </Strands>
      <Card>
        <header>
          <h2>Every lead is accounted for</h2>
          <p>An example: one campaign, {sum.toLocaleString('en-US')} leads, no remainder</p>
        </header>
        <Rows>
          {rows.map(({ label, value, glyph, tone }) => (
            <div key={label}>
              <dt>
                <Glyph name={glyph} style={{ color: `var(--${tone})` }} />
                {label}
              </dt>
              <dd>{value.toLocaleString('en-US')}</dd>
            </div>
          ))}
          <div>
            <dt>Imported</dt>
            <dd>{sum.toLocaleString('en-US')}</dd>
          </div>
        </Rows>
      </Card>
    </Side>
  );
}
