import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { Button } from '@skein/ui/button';

/** The place in the form's bar that the open tab fills with its own buttons. */
export const BarSlot = styled.span`
  display: contents;
`;

export const BarContext = createContext<{ slot: HTMLElement | null; goOn: () => void; label: string }>({
  slot: null,
  goOn: () => undefined,
  label: '',
});

/** Puts a tab's buttons into the bar. */
export function InBar({ children }: { children: ReactNode }) {
  const { slot } = useContext(BarContext);
  return slot ? createPortal(children, slot) : null;
}

/** The way to the next tab, for tabs that place it themselves; quiet while something else is the next thing to do. */
export function ContinueButton({
  quiet = false,
  loading = false,
  before,
}: {
  quiet?: boolean;
  loading?: boolean;
  before?: () => Promise<boolean>;
}) {
  const { goOn, label } = useContext(BarContext);
  const press = () => {
    if (!before) goOn();
    else
      void before().then((ready) => {
        if (ready) goOn();
      });
  };
  return (
    <Button {...(quiet ? {} : { variant: 'primary' as const })} iconEnd="arrow-right" loading={loading} onClick={press}>
      {label}
    </Button>
  );
}
