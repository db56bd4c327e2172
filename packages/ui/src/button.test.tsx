import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { Button } from './button';

const focused = () => document.activeElement;

test('keeps the focus of the keyboard when it gets or loses an explanation, and tells its ref', async () => {
  const ref = createRef<HTMLButtonElement>();
  const { rerender } = render(<Button ref={ref}>Save</Button>);
  await userEvent.setup().tab();
  expect(focused()).toBe(screen.getByRole('button', { name: 'Save' }));
  for (const reason of ['Nothing has changed', undefined]) {
    rerender(
      <Button ref={ref} disabledReason={reason}>
        Save
      </Button>,
    );
    expect(focused()).toBe(screen.getByRole('button', { name: 'Save' }));
    expect(ref.current).toBe(focused());
  }
  rerender(<p>Saved</p>);
  expect(ref.current).toBeNull();
});

test('takes the focus from nobody', () => {
  const page = (reason?: string) => (
    <>
      <Button disabledReason={reason}>Save</Button>
      <input aria-label="Name" />
    </>
  );
  const { rerender } = render(page());
  screen.getByRole('textbox').focus();
  rerender(page('Nothing has changed'));
  expect(focused()).toBe(screen.getByRole('textbox'));
});
