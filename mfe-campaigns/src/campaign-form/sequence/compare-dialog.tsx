import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Hint } from '@skein/ui/field';
import { RichTextEditor, type TemplateVariable } from '@skein/ui/rich-text-editor';
import { Count } from '@skein/ui/text';
import { styled } from 'styled-components';
import { useVariantResults, type VariantResult } from './compare.hooks';
import type { DraftStep, DraftVariant } from './draft-step';

interface CompareDialogProps {
  campaignId: number;
  number: number;
  step: DraftStep;
  shares: Map<string, number>;
  variables: readonly TemplateVariable[];
  mayWrite: boolean;
  onStep: (change: (step: DraftStep) => DraftStep) => void;
  onClose: () => void;
}

/** What a variant is compared with: the first one, and the first one with the only other. */
const baseOf = ({ variants }: DraftStep, entry: DraftVariant): DraftVariant | null => {
  const [first, second, ...more] = variants;
  if (entry !== first) return first ?? null;
  return more.length === 0 ? (second ?? null) : null;
};

/** The variants of a step side by side, as they are written: their shares and results, and the words that differ. */
export function CompareDialog(props: CompareDialogProps) {
  const { campaignId, number, step, shares, onClose } = props;
  const results = useVariantResults(campaignId, step);
  const first = step.variants[0];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title={`Variants of step ${number}`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Columns tabIndex={0} role="group" aria-label="Variants side by side">
        {step.variants.map((entry) => (
          <section key={entry.key} aria-label={`Variant ${entry.label}`}>
            <header>
              <h3>{entry.label}</h3>
              <Count>{entry.isPaused ? 'off' : `${shares.get(entry.key) ?? 0}% of leads`}</Count>
            </header>
            <Hint>{resultText(entry, results.get(entry.id ?? 0))}</Hint>
            <ComparedText {...props} entry={entry} base={baseOf(step, entry)} />
          </section>
        ))}
      </Columns>
      <Hint>
        {step.variants.length === 2
          ? 'Highlighted words are not in the other variant.'
          : `Highlighted words are not in variant ${first?.label}.`}
      </Hint>
    </Dialog>
  );
}

function ComparedText({
  number,
  variables,
  mayWrite,
  onStep,
  entry,
  base,
}: CompareDialogProps & { entry: DraftVariant; base: DraftVariant | null }) {
  const put = (change: Partial<DraftVariant>) =>
    onStep((now) => ({
      ...now,
      variants: now.variants.map((each) => (each.key === entry.key ? { ...each, ...change } : each)),
    }));
  const shared = { variables, disabled: !mayWrite, toolbar: 'none' } as const;
  return (
    <>
      <RichTextEditor
        {...shared}
        format="line"
        label={`Subject of variant ${entry.label}`}
        value={entry.subject}
        comparedTo={base?.subject ?? null}
        onValueChange={(subject) => put({ subject })}
        placeholder={number === 1 ? 'No subject yet' : 'Same thread'}
      />
      <RichTextEditor
        {...shared}
        label={`Text of variant ${entry.label}`}
        value={entry.body}
        comparedTo={base?.body ?? null}
        onValueChange={(body) => put({ body })}
        placeholder="No text yet"
        minHeight={240}
      />
    </>
  );
}

const rate = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`);

function resultText({ sent }: DraftVariant, result: VariantResult | undefined): string {
  if (sent === 0) return 'Not sent yet';
  if (!result) return `${sent.toLocaleString('en-US')} sent`;
  const { counts } = result;
  return `${counts.sent.toLocaleString('en-US')} sent, ${rate(counts.replied, counts.sent)} replied, ${rate(counts.positive, counts.sent)} positive`;
}

const Columns = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(320px, 1fr);
  /* On a phone one below the other: the second variant would be cut off. */
  @media (max-width: 720px) {
    grid-auto-flow: row;
    grid-auto-columns: minmax(0, 1fr);
  }
  gap: var(--s-4);
  overflow-x: auto;
  padding: 2px 2px var(--s-3);
  & > section {
    display: flex;
    flex-direction: column;
    gap: var(--s-2);
    min-width: 0;
    /* Texts of different lengths end at one line. */
    & > :last-child {
      flex: 1;
    }
  }
  & > section > header {
    display: flex;
    align-items: baseline;
    gap: var(--s-2);
  }
  & h3 {
    font-size: var(--fs-3);
    font-weight: var(--w-bold);
  }
`;
