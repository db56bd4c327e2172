import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import type { DraftStep } from './draft-step';

const split = {
  MANUAL_EQUAL: { label: 'Split equally', icon: 'users' },
  MANUAL_PERCENTAGE: { label: 'Split by share', icon: 'chart' },
  AI_EQUAL: { label: 'Best wins', icon: 'flag' },
} as const;

interface DistributionMenuProps {
  step: DraftStep;
  onStep: (change: (step: DraftStep) => DraftStep) => void;
  onShares: () => void;
  onBestWins: () => void;
}

/** How leads are split over the variants, as an icon: its name says how they are split now. */
export function DistributionMenu({ step, onStep, onShares, onBestWins }: DistributionMenuProps) {
  const shown = split[step.distribution];
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={shown.icon} label={shown.label} title={shown.label} tooltip={false} />}
      entries={[
        {
          label: 'Split equally',
          detail: 'Each variant gets the same number of leads',
          icon: 'users',
          onSelect: () => onStep((now) => ({ ...now, distribution: 'MANUAL_EQUAL' })),
        },
        {
          label: 'Split by share',
          detail: 'You set the percentages',
          icon: 'chart',
          onSelect: onShares,
        },
        {
          label: 'Best wins',
          detail: 'Equal until one is proven better, then every lead gets it',
          icon: 'flag',
          onSelect: onBestWins,
        },
      ]}
    />
  );
}
