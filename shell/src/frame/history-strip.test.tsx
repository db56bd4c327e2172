import { act, screen, waitFor } from '@testing-library/react';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { HistoryStrip } from './history-strip';

const strip = () => screen.queryByRole('region', { name: 'Demo history' });
const at = (state: 'none' | 'running' | 'done' | 'failed', done: number) => ({
  is_sandbox: true,
  now: '2026-11-20T09:00:00.000Z',
  scale: 1,
  history: { state, done_days: done, total_days: 30, text: '' },
});

it('says what waits while the demo’s month is being made, and goes when it is done', async () => {
  jest.useFakeTimers();
  let answer = at('running', 4);
  const server = productServer().answer(sandboxContract, 'time', () => answer);
  await renderPage(HistoryStrip, { address: '/app/email-campaign/all', server, basename: '' });
  await waitFor(() => expect(strip()?.textContent).toContain('day 4 of 30'));
  expect(strip()?.textContent).toContain('Its sending, replies, warmup and placement tests start');
  answer = at('running', 11);
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  await waitFor(() => expect(strip()?.textContent).toContain('day 11 of 30'));
  answer = at('done', 30);
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  await waitFor(() => expect(strip()).toBeNull());
});

it('warns that the month could not be made, why, and that it will be retried', async () => {
  const failed = at('failed', 12);
  failed.history.text = "The demo's history could not be finished (disk full); everything else works.";
  const server = productServer().answer(sandboxContract, 'time', failed);
  await renderPage(HistoryStrip, { address: '/app/email-campaign/all', server, basename: '' });
  await waitFor(() => expect(strip()?.textContent).toContain('(disk full); everything else works.'));
  expect(strip()?.textContent).toContain('It will be retried when the product restarts.');
});

it.each(['none', 'done'] as const)('says nothing when the history is %s', async (state) => {
  const server = productServer().answer(sandboxContract, 'time', () => at(state, 3));
  await renderPage(HistoryStrip, { address: '/app/email-campaign/all', server, basename: '' });
  await waitFor(() => expect(server.calls(sandboxContract, 'time').length).toBeGreaterThan(0));
  expect(strip()).toBeNull();
});
