import { act, screen } from '@testing-library/react';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { useCampaignNow } from './campaign-time';

function Clock() {
  return <time>{useCampaignNow(60_000).toISOString()}</time>;
}
const shown = () => Date.parse(screen.getByText(/^20\d\d-/).textContent ?? '');

/** How far the clock moves on the page, in real milliseconds, at a speed of campaign time. */
async function tick(scale: number, realMilliseconds: number): Promise<number> {
  jest.useFakeTimers();
  const server = productServer().answer(sandboxContract, 'time', () => ({
    is_sandbox: true,
    now: '2026-11-20T09:00:00.000Z',
    scale,
  }));
  const page = await renderPage(Clock, { address: '/app/email-campaign/all', server, basename: '' });
  await act(() => jest.advanceTimersByTimeAsync(100));
  const before = shown();
  await act(() => jest.advanceTimersByTimeAsync(realMilliseconds));
  const moved = shown() - before;
  page.unmount();
  return moved;
}
afterEach(() => jest.useRealTimers());

it('ticks once in every campaign minute where campaign time runs 20 times as fast', async () => {
  expect(await tick(20, 2_800)).toBe(0);
  expect(await tick(20, 3_000)).toBe(60_000);
});

it('ticks at most once a second, however fast campaign time runs', async () => {
  expect(await tick(1_440, 1_000)).toBe(1_440_000);
});

it('ticks with the interval itself where campaign time is the real one', async () => {
  expect(await tick(1, 59_000)).toBe(0);
});
