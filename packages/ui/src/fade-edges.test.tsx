import { act, fireEvent, render, screen } from '@testing-library/react';
import { fadeEdges } from './fade-edges';

/** Gives the strip the widths that a browser would give it. */
function lay(strip: HTMLElement, { width, content, left }: { width: number; content: number; left: number }): void {
  Object.defineProperties(strip, {
    clientWidth: { value: width, configurable: true },
    scrollWidth: { value: content, configurable: true },
    scrollLeft: { value: left, configurable: true },
  });
}

test('a strip says behind which edge there is more, as it is scrolled and as something is added', async () => {
  const { rerender } = render(<nav aria-label="Tabs" ref={fadeEdges} />);
  const strip = screen.getByRole('navigation');
  const more = () => strip.dataset['more'];
  expect(more()).toBeUndefined();
  lay(strip, { width: 390, content: 600, left: 0 });
  await act(async () =>
    rerender(
      <nav aria-label="Tabs" ref={fadeEdges}>
        <a href="/sent">Sent</a>
      </nav>,
    ),
  );
  expect(more()).toBe('end');
  lay(strip, { width: 390, content: 600, left: 100 });
  fireEvent.scroll(strip);
  expect(more()).toBe('both');
  lay(strip, { width: 390, content: 600, left: 210 });
  fireEvent.scroll(strip);
  expect(more()).toBe('start');
});
