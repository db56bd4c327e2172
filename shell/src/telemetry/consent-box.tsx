import { useSignal } from '@skein/mfe/signal';
import { Button } from '@skein/ui/button';
import { messagesAbove } from '@skein/ui/messages-above';
import { styled } from 'styled-components';
import { answerConsent, isAsking } from './consent';

const Box = styled.aside`
  position: fixed;
  right: var(--s-4);
  bottom: var(--s-4);
  z-index: var(--z-popover);
  display: grid;
  gap: var(--s-3);
  width: min(360px, calc(100vw - 2 * var(--s-4)));
  padding: var(--s-4);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--overlay);
  box-shadow: var(--shadow-2);
  @media (max-width: 720px) {
    bottom: calc(var(--s-4) + var(--toasts-room, env(safe-area-inset-bottom, 0px)));
  }
  & h2 {
    font-weight: var(--w-bold);
  }
  & p {
    color: var(--muted);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
  }
  & > div {
    display: flex;
    justify-content: flex-end;
    gap: var(--s-2);
  }
`;

/** Asks once whether page views may be reported. Both answers are as easy. */
export function ConsentBox() {
  if (!useSignal(isAsking)) return null;
  return (
    <Box ref={messagesAbove} aria-label="Usage reports">
      <h2>May we see which pages are used?</h2>
      <p>
        Only the kind of page is reported, never names, addresses or what you write. Nothing is loaded before you agree.
      </p>
      <div>
        <Button onClick={() => void answerConsent(false)}>No, thanks</Button>
        <Button onClick={() => void answerConsent(true)}>I agree</Button>
      </div>
    </Box>
  );
}
