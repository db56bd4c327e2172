import { Button } from '@skein/ui/button';
import { Menu } from '@skein/ui/menu';
import { IconButton } from '@skein/ui/icon-button';
import { styled } from 'styled-components';
import type { DraftStep } from './draft-step';

/** Adds a step at the end: an email, or another kind. */
export function AddStep({ add, steps }: { add: (kind: DraftStep['kind']) => void; steps: readonly DraftStep[] }) {
  return (
    <AddLine>
      <Button
        block
        icon="plus"
        onClick={() => add('EMAIL')}
        {...(steps.length >= 50 ? { disabledReason: 'A sequence can have up to 50 steps' } : {})}
      >
        Add step
      </Button>
      <Menu
        align="end"
        trigger={
          <IconButton
            icon="chevron-down"
            size="medium"
            label="Add a step of another kind"
            tooltip={false}
            disabled={steps.length >= 50}
          />
        }
        entries={[
          { label: 'Email', icon: 'mail', onSelect: () => add('EMAIL') },
          {
            label: 'Manual task',
            icon: 'task',
            detail: 'The lead waits until it is done',
            onSelect: () => add('MANUAL'),
          },
          {
            label: 'LinkedIn',
            icon: 'linkedin',
            detail: 'Connect, visit, like or message',
            onSelect: () => add('LINKEDIN'),
          },
        ]}
      />
    </AddLine>
  );
}

const AddLine = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px;
`;
