import { useState } from 'react';
import { winningMetrics } from '@skein/contracts/main/sequence-views';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Text } from '@skein/ui/text';
import type { DraftStep } from './draft-step';
import { equalShares } from './variant-shares';

interface DistributionProps {
  step: DraftStep;
  onClose: () => void;
  /** Told what changes of the step as it is by then. */ onSave: (change: (step: DraftStep) => DraftStep) => void;
}

/** Shares in percent, set manually. */
export function SharesDialog({ step, onClose, onSave }: DistributionProps) {
  const [variants, setVariants] = useState(() =>
    step.distribution === 'MANUAL_PERCENTAGE' ? step.variants : equalShares(step.variants),
  );
  const sum = variants.filter((entry) => !entry.isPaused).reduce((total, entry) => total + (entry.share ?? 0), 0);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Split by share"
      description="The share of new leads that gets each variant. A lead keeps the variant it was given."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              onSave((now) => ({
                ...now,
                distribution: 'MANUAL_PERCENTAGE',
                variants: now.variants.map((entry) => ({
                  ...entry,
                  share: variants.find((other) => other.key === entry.key)?.share ?? entry.share,
                })),
              }));
              onClose();
            }}
            {...(sum === 100 ? {} : { disabledReason: `The shares add up to ${sum}%, not 100%` })}
          >
            Set shares
          </Button>
        </>
      }
    >
      <Stack $gap={3}>
        {variants.map((entry) => (
          <Field
            key={entry.key}
            label={`Variant ${entry.label}${entry.isPaused ? ', off' : ''}`}
            disabled={entry.isPaused}
          >
            <NumberInput
              value={entry.share}
              min={0}
              max={100}
              unit="%"
              onValueChange={(share) =>
                setVariants(variants.map((other) => (other.key === entry.key ? { ...other, share } : other)))
              }
            />
          </Field>
        ))}
        <div role="status" style={{ color: sum === 100 ? 'var(--success)' : 'var(--danger)' }}>
          Together {sum}%{sum === 100 ? '' : ', must be 100%'}
        </div>
      </Stack>
    </Dialog>
  );
}

const metricWords: Record<(typeof winningMetrics)[number], { label: string; hint: string }> = {
  OPEN_RATE: { label: 'Opens', hint: 'Counted within a day of each email. Needs open tracking.' },
  CLICK_RATE: { label: 'Clicks', hint: 'Counted within a day of each email. Needs click tracking.' },
  REPLY_RATE: { label: 'Replies', hint: 'Counted within three days of each email.' },
  POSITIVE_REPLY_RATE: { label: 'Positive replies', hint: 'Counted within three days of each email.' },
};
/** Least share of the leads, in percent, that are sent the step before a winner may be named (contract). */
const leastSample = 20;

/** What the best variant is looked for by, and among how many leads at least. The rule of stopping stands in find-winner.ts. */
export function BestWinsDialog({ step, onClose, onSave }: DistributionProps) {
  const [metric, setMetric] = useState(step.metric ?? 'REPLY_RATE');
  const [sample, setSample] = useState<number | null>(step.sample ?? leastSample);
  const refused =
    sample === null || sample < leastSample || sample > 100 ? `The sample must be ${leastSample} to 100%` : null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Best wins"
      description="Variants get equal numbers of leads until one is proven better; then every lead gets that one."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              onSave((now) => ({ ...now, distribution: 'AI_EQUAL', metric, sample }));
              onClose();
            }}
            {...(refused ? { disabledReason: refused } : {})}
          >
            Let the best win
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        <Field label="Better means more">
          <RadioGroup
            aria-label="Better means more"
            value={metric}
            onValueChange={setMetric}
            options={winningMetrics.map((value) => ({ value, ...metricWords[value] }))}
          />
        </Field>
        <Field
          label="Sample"
          hint="No winner is named until this share of the leads was sent this step."
          {...(refused ? { error: `${refused}.` } : {})}
        >
          <NumberInput value={sample} min={leastSample} max={100} unit="%" onValueChange={setSample} />
        </Field>
        <Text $tone="muted">
          A winner is named once each variant has 50 observed emails and one is better than all others, with a chance of
          at most 5% of being wrong, however often you look. If that never happens, the split stays equal. You can name
          a winner manually at any time.
        </Text>
      </Stack>
    </Dialog>
  );
}
