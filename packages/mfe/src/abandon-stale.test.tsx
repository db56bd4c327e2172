import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { z } from 'zod';
import { defineContract } from '@skein/contracts/endpoint';
import { useAbandonStale } from './abandon-stale';
import { api, endpointsFrom } from './api';
import { createAppStore, provideStore } from './store';
import { provideTransport } from './transport';

const contract = defineContract({
  service: 'main',
  tag: 'Tests',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/crates',
      access: { who: 'anyone' },
      summary: 'List',
      query: z.object({ search: z.string() }),
      response: z.object({ name: z.string() }),
    },
  },
});
const crates = endpointsFrom(contract);
const cratesApi = api.injectEndpoints({ endpoints: (build) => ({ listCrates: crates.query(build, 'list') }) });

function Crates({ search }: { search: string }) {
  const { currentData, error } = cratesApi.useListCratesQuery({ query: { search } });
  useAbandonStale('listCrates', { query: { search } });
  return <p>{error ? 'failed' : (currentData?.name ?? 'loading')}</p>;
}

it('ends the request for a text that was typed over, and asks again when it is typed again', async () => {
  const store = provideStore(createAppStore());
  const asked: { search: string; signal: AbortSignal | undefined; answer: (of: { name: string }) => void }[] = [];
  provideTransport(
    (request) =>
      new Promise((resolve, reject) => {
        asked.push({
          search: String((request.query as { search: string }).search),
          signal: request.signal,
          answer: resolve,
        });
        request.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  );
  const shown = (search: string) => (
    <Provider store={store}>
      <Crates search={search} />
    </Provider>
  );
  const { rerender } = render(shown('a'));
  await act(async () => undefined);
  rerender(shown('ab'));
  await act(async () => undefined);
  expect(asked.map((one) => [one.search, one.signal?.aborted])).toEqual([
    ['a', true],
    ['ab', false],
  ]);
  rerender(shown('a'));
  await act(async () => undefined);
  expect(screen.queryByText('failed')).toBeNull();
  expect(asked.map((one) => [one.search, one.signal?.aborted])).toEqual([
    ['a', true],
    ['ab', true],
    ['a', false],
  ]);
  await act(async () => asked[2]?.answer({ name: 'oak' }));
  expect(await screen.findByText('oak')).toBeTruthy();
});
