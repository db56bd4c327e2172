import { templateWords } from '@skein/contracts/plain-template';
import { styled } from 'styled-components';
import { Icon } from '@skein/ui/icon';
import { Count, truncate } from '@skein/ui/text';
import type { DraftStep } from './draft-step';
import { dayOf } from './step-labels';
import { shownShares } from './variant-shares';

const Top = styled.span`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  padding-right: 28px;
  font-size: var(--fs-2);
  font-weight: var(--w-medium);
  color: var(--text-2);
  & > i {
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    flex: none;
    border-radius: 50%;
    font-style: normal;
    font-size: var(--fs-1);
    font-weight: var(--w-bold);
    background: var(--surface-3);
  }
  &[data-current] > i {
    background: var(--accent);
    color: var(--on-accent);
  }
  & > small {
    margin-left: auto;
  }
`;

const Title = styled.span`
  font-weight: var(--w-medium);
  ${truncate}
`;

const Shares = styled.span`
  display: flex;
  gap: 1px;
  overflow: hidden;
  border-radius: var(--r-1);
  & > span {
    min-width: 0;
    padding: 1px 2px;
    overflow: hidden;
    text-align: center;
    white-space: nowrap;
    font-size: var(--fs-1);
    line-height: var(--lh-1);
    background: var(--surface-3);
    color: var(--text-2);
    font-variant-numeric: tabular-nums;
  }
  & > span[data-current] {
    background: var(--accent-soft);
    color: var(--accent-text);
  }
`;

export const kinds = {
  EMAIL: { icon: 'mail', label: 'Email' },
  MANUAL: { icon: 'task', label: 'Manual' },
  LINKEDIN: { icon: 'linkedin', label: 'LinkedIn' },
} as const;

/** What a card says a step is about. */
function stepTitle(step: DraftStep, index: number): string {
  const words = templateWords(step.variants[0]?.subject ?? '');
  if (step.kind !== 'EMAIL') return words || templateWords(step.variants[0]?.body ?? '') || kinds[step.kind].label;
  return words || (index === 0 ? 'No subject yet' : 'Re: same thread');
}

interface StepCardFaceProps {
  steps: readonly DraftStep[];
  step: DraftStep;
  index: number;
  isCurrent: boolean;
  /** Key of the variant that is shown. */
  variant: string;
}

/** What a card shows of its step. */
export function StepCardFace({ steps, step, index, isCurrent, variant }: StepCardFaceProps) {
  return (
    <>
      <Top data-current={isCurrent ? '' : undefined}>
        <i>{index + 1}</i>
        <Icon name={kinds[step.kind].icon} size={14} />
        {kinds[step.kind].label}
        <Count as="small">Day {dayOf(steps, index)}</Count>
      </Top>
      <Title>{stepTitle(step, index)}</Title>
      {step.kind === 'EMAIL' && <VariantShares step={step} current={isCurrent ? variant : null} />}
    </>
  );
}

/** Up to a dozen variants by letter and share; more are counted. */
function VariantShares({ step, current }: { step: DraftStep; current: string | null }) {
  const shares = shownShares(step);
  if (step.variants.length > 12)
    return (
      <Shares>
        <span style={{ flexGrow: 1 }}>{step.variants.length} variants</span>
      </Shares>
    );
  return (
    <Shares>
      {step.variants.map((entry) => (
        <span
          key={entry.key}
          data-current={entry.key === current ? '' : undefined}
          style={{ flexGrow: Math.max(1, shares.get(entry.key) ?? 0), flexBasis: 0 }}
        >
          <b>{entry.label}</b>
          {step.variants.length > 4 ? '' : entry.isPaused ? ' off' : ` ${shares.get(entry.key) ?? 0}%`}
        </span>
      ))}
    </Shares>
  );
}
