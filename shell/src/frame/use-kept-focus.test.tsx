import { act, fireEvent, render, screen } from '@testing-library/react';
import { useKeptFocus } from './use-kept-focus';

function Page({ row = 'link', news = 0 }: { row?: 'link' | 'disabled' | 'gone'; news?: number }) {
  useKeptFocus();
  return (
    <main>
      {row !== 'gone' && <p><a href="/delete">Delete</a></p>}
      <button type="button" disabled={row === 'disabled'}>Next</button>
      {Array.from({ length: news }, (_, index) => <p key={index}>News</p>)}
    </main>
  );
}

const later = () => act(() => jest.advanceTimersByTimeAsync(1000));
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

beforeEach(() => {
  jest.useFakeTimers();
  // A page without a layout shows nothing and has no window in front: here everything is shown, in a window that is.
  jest.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('the focus that was lost with its row, or with a pause of its button, comes back', async () => {
  const { rerender } = render(<Page />);
  act(() => { screen.getByRole('link').focus(); });
  press('Enter');
  rerender(<Page row="gone" />);
  await later();
  expect(document.activeElement?.textContent).toBe('Next');
  press('Enter');
  // As a browser does with what is disabled while it has the focus.
  act(() => { screen.getByRole('button').blur(); });
  rerender(<Page row="disabled" />);
  await later();
  expect(document.activeElement).toBe(document.body);
  rerender(<Page news={1} />);
  await later();
  expect(document.activeElement?.textContent).toBe('Next');
});

test.each([
  ['a click on the empty page', () => { fireEvent.pointerDown(document.body); act(() => { screen.getByRole('link').blur(); }); }],
  ['"Done" of a phone\'s keyboard', () => { act(() => { screen.getByRole('link').blur(); }); }],
])('%s gives the focus up: no key and no news brings it back', async (_, leave) => {
  const { rerender } = render(<Page />);
  act(() => { screen.getByRole('link').focus(); });
  leave();
  await later();
  press(' ');
  rerender(<Page news={1} />);
  await later();
  expect(document.activeElement).toBe(document.body);
});

test('a press on the focused thing itself keeps its place', async () => {
  const { rerender } = render(<Page />);
  act(() => { screen.getByRole('link').focus(); });
  fireEvent.pointerDown(screen.getByRole('link'));
  press('Enter');
  rerender(<Page row="gone" />);
  await later();
  expect(document.activeElement?.textContent).toBe('Next');
});

test('where the focus cannot come back to what is still there, it goes to what stands nearest', async () => {
  const { rerender } = render(<Page />);
  const link = screen.getByRole('link');
  act(() => { link.focus(); });
  press('Enter');
  // As a browser does with what is hidden: it loses the focus, is shown nowhere and takes no focus.
  act(() => { link.blur(); });
  link.removeAttribute('href');
  link.getClientRects = () => [] as unknown as DOMRectList;
  rerender(<Page news={1} />);
  await later();
  expect(document.activeElement?.textContent).toBe('Next');
});
