import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from './dialog';
import { BulkBar } from './table/bulk-bar';
import { ToastHost, toasts } from './toast';

afterEach(() => {
  act(() => toasts.clear());
  jest.restoreAllMocks();
});

/** Gives elements the places that a browser would give them. */
function lay(boxes: Record<string, Partial<DOMRect>>): void {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const found = Object.keys(boxes).find((selector) => this.matches(selector));
    return { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0, ...(found ? boxes[found] : {}) } as DOMRect;
  });
}
const above = () => document.documentElement.style.getPropertyValue('--toasts-bottom');

function Page() {
  const [isChosen, setChosen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setChosen(!isChosen)}>
        Choose
      </button>
      {isChosen && (
        <BulkBar selection={{ mode: 'some', ids: ['1'] }} onSelectionChange={() => undefined} total={3} lift={false}>
          <button type="button">Pause</button>
        </BulkBar>
      )}
      <ToastHost />
    </main>
  );
}

test('a bar that comes while a message is shown lifts it, and lets it down when it goes', async () => {
  lay({
    '[data-toasts]': { height: 60, width: 360 },
    '[data-bottom-bar]': { left: 200, right: 900, top: window.innerHeight - 50, height: 40 },
  });
  render(<Page />);
  act(() => void toasts.show({ title: 'Saved' }));
  expect(above()).toBe('0px');
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }));
  expect(above()).toBe('42px');
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }));
  await waitFor(() => expect(above()).toBe('0px'));
});

test('messages are placed anew in a window of another size', () => {
  lay({ '[data-toasts]': { height: 60, width: 360 }, main: { left: 232 } });
  render(<Page />);
  act(() => void toasts.show({ title: 'Saved' }));
  const left = () => document.documentElement.style.getPropertyValue('--toasts-left');
  expect(left()).toBe('232px');
  lay({ '[data-toasts]': { height: 60, width: 360 }, main: { left: 0 } });
  fireEvent(window, new Event('resize'));
  expect(left()).toBe('0px');
});

test('a press on a message over a dialog is meant for the message: the dialog stays', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const closed = jest.fn();
  let undone = 0;
  render(
    <>
      <ToastHost />
      <Dialog open onOpenChange={closed} title="New folder">
        <input aria-label="Name" />
      </Dialog>
    </>,
  );
  act(() => void toasts.show({ title: 'Archived', undo: { run: () => void (undone += 1) } }));
  await user.click(screen.getByText('Archived'));
  await user.click(screen.getByText('Undo'));
  expect(undone).toBe(1);
  expect(closed).not.toHaveBeenCalled();
  await user.click(document.body);
  expect(closed).toHaveBeenCalledWith(false);
});
