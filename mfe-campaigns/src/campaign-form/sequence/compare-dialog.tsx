import { Dialog } from '@skein/ui/dialog';
import { Button } from '@skein/ui/button';
import { Count } from '@skein/ui/text';
import { styled } from 'styled-components';
import type { DraftStep } from './draft-step';
import { templateText } from './step-words';

interface CompareDialogProps {
  onClose: () => void;
  number: number;
  step: DraftStep;
  shares: Map<string, number>;
}

/** The variants of a step side by side. */
export function CompareDialog({ onClose, number, step, shares }: CompareDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      title={`Variants of step ${number}`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Columns tabIndex={0} role="group" aria-label="Variants side by side">
        {step.variants.map((entry) => (
          <section key={entry.key} aria-label={`Variant ${entry.label}`}>
            <h3>
              {entry.label}{' '}
              <Count>
                {entry.isPaused ? 'off' : `${shares.get(entry.key) ?? 0}%`}
                {entry.sent > 0 ? `, ${entry.sent.toLocaleString('en-US')} sent` : ''}
              </Count>
            </h3>
            <p style={{ fontWeight: 'var(--w-medium)' }}>
              {entry.subject || (number === 1 ? 'No subject yet' : 'Re: same thread')}
            </p>
            <p>{templateText(entry.body)}</p>
          </section>
        ))}
      </Columns>
    </Dialog>
  );
}

export const Columns = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(220px, 1fr);
  gap: var(--s-4);
  overflow-x: auto;
  & > section > h3 {
    font-size: var(--fs-3);
    font-weight: var(--w-bold);
  }
  & > section > p {
    margin-top: var(--s-2);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
