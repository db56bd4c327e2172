import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { api, endpointsFrom } from '@skein/mfe/api';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Hint } from '@skein/ui/field';
import { Count } from '@skein/ui/text';
import { styled } from 'styled-components';
import type { DraftStep, DraftVariant } from './draft-step';
import { fieldLabel, templateText } from './step-words';
import { wordDifferences } from './word-differences';

const analytics = endpointsFrom(campaignAnalyticsContract);

const compareApi = api.injectEndpoints({
  endpoints: (build) => ({
    comparedSteps: analytics.query(build, 'campaignSteps', { provides: ['analytics', 'campaign', 'sequence'] }),
  }),
});

interface CompareDialogProps {
  campaignId: number;
  number: number;
  step: DraftStep;
  shares: Map<string, number>;
  onClose: () => void;
  /** Told the letter of the variant to write on. */
  onEdit: (label: string) => void;
}

/** The variants of a step side by side: their shares and results, and the words that differ from the first. */
export function CompareDialog({ campaignId, number, step, shares, onClose, onEdit }: CompareDialogProps) {
  const { data } = compareApi.useComparedStepsQuery(
    { params: { campaignId }, query: {} },
    { skip: step.variants.every((variant) => variant.sent === 0) },
  );
  const results = new Map(
    (data?.steps ?? []).flatMap((entry) => entry.variants).map((variant) => [variant.variant_id, variant]),
  );
  const first = step.variants[0];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      title={`Variants of step ${number}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Columns tabIndex={0} role="group" aria-label="Variants side by side">
        {step.variants.map((entry) => {
          const result = entry.id === null ? undefined : results.get(entry.id);
          return (
            <section key={entry.key} aria-label={`Variant ${entry.label}`}>
              <header>
                <h3>{entry.label}</h3>
                <Count>{entry.isPaused ? 'off' : `${shares.get(entry.key) ?? 0}%`}</Count>
                <Button size="small" variant="ghost" icon="edit" onClick={() => onEdit(entry.label)}>
                  Edit
                </Button>
              </header>
              <Hint>
                {entry.sent === 0
                  ? 'Not sent yet'
                  : result
                    ? `${result.counts.sent.toLocaleString('en-US')} sent, ${rate(result.counts.replied, result.counts.sent)} replied, ${rate(result.counts.positive, result.counts.sent)} positive`
                    : `${entry.sent.toLocaleString('en-US')} sent`}
              </Hint>
              <p style={{ fontWeight: 'var(--w-medium)' }}>
                {entry.subject ? (
                  <Compared base={first === entry ? null : shown(first?.subject)} text={shown(entry.subject)} />
                ) : number === 1 ? (
                  'No subject yet'
                ) : (
                  'Same thread'
                )}
              </p>
              <p>
                <Compared base={first === entry ? null : textOf(first)} text={textOf(entry)} />
              </p>
            </section>
          );
        })}
      </Columns>
      <Hint>Highlighted words differ from variant {first?.label}.</Hint>
    </Dialog>
  );
}

const rate = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`);

/** Variables by name in brackets, with their fallback, instead of their source. */
const shown = (source = '') =>
  source.replace(
    /\{\{-?\s{0,99}([\w.-]+)\s{0,99}(?:\|\s{0,99}default:\s{0,99}["']([^"'{}]{0,999})["'])?[^{}]{0,999}\}\}/g,
    (_, name: string, fallback?: string) => `[${fieldLabel(name)}${fallback ? `: ${fallback}` : ''}]`,
  );
const textOf = (variant: DraftVariant | undefined) => shown(templateText(variant?.body ?? ''));

function Compared({ base, text }: { base: string | null; text: string }) {
  if (base === null) return text;
  return wordDifferences(base, text).map(({ text: piece, differs }, index) =>
    differs ? <mark key={index}>{piece}</mark> : piece,
  );
}

const Columns = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(240px, 1fr);
  /* On a phone one below the other: the second variant would be cut off. */
  @media (max-width: 720px) {
    grid-auto-flow: row;
    grid-auto-columns: minmax(0, 1fr);
  }
  gap: var(--s-6);
  overflow-x: auto;
  padding-bottom: var(--s-3);
  & > section > header {
    display: flex;
    align-items: center;
    gap: var(--s-2);
    & > :last-child:not(:first-child) {
      margin-left: auto;
    }
  }
  & h3 {
    font-size: var(--fs-3);
    font-weight: var(--w-bold);
  }
  & > section > p {
    margin-top: var(--s-2);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & mark {
    border-radius: 3px;
    background: var(--warning-soft);
    color: inherit;
    box-shadow: 0 0 0 1px var(--warning-line);
  }
`;
