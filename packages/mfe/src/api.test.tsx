import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { z } from 'zod';
import { defineContract } from '@skein/contracts/endpoint';
import { api, endpointsFrom, outdate } from './api';
import { ProblemError } from './problem';
import { createAppStore, provideStore } from './store';
import { provideTransport } from './transport';

const contract = defineContract({
  service: 'main',
  tag: 'Tests',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/boxes',
      access: { who: 'anyone' },
      summary: 'List',
      query: z.object({ page: z.coerce.number<number>().optional() }),
      response: z.object({ names: z.array(z.string()) }),
    },
    rename: {
      method: 'PATCH',
      path: '/api/boxes/:boxId',
      access: { who: 'anyone' },
      summary: 'Rename',
      params: z.object({ boxId: z.number() }),
      body: z.object({ name: z.string() }),
      response: z.object({ done: z.boolean() }),
    },
  },
});
const boxes = endpointsFrom(contract);
const boxesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBoxes: boxes.query(build, 'list', { provides: ['folder'] }),
    renameBox: boxes.mutation(build, 'rename', {
      invalidates: ({ params }) => [{ type: 'folder', id: params.boxId }, 'folder'],
    }),
  }),
});

let stored = ['first'];
const calls: string[] = [];

function setUp() {
  const store = provideStore(createAppStore());
  provideTransport((request) => {
    calls.push(`${request.method} ${request.path}`);
    if (request.method === 'GET') return Promise.resolve({ names: stored });
    const { name } = request.body as { name: string };
    if (name === '')
      return Promise.reject(
        new ProblemError({
          status: 400,
          message: 'name: is required',
          code: 'VALIDATION',
          details: [{ field: 'name', message: 'is required' }],
          requestId: 'r',
        }),
      );
    stored = [name];
    return Promise.resolve({ done: true });
  });
  return store;
}

function Boxes() {
  const { data, error } = boxesApi.useListBoxesQuery();
  const [rename] = boxesApi.useRenameBoxMutation();
  return (
    <>
      <p>{error ? error.message : data?.names.join()}</p>
      <button type="button" onClick={() => void rename({ params: { boxId: 4 }, body: { name: 'second' } })}>
        Rename
      </button>
    </>
  );
}

it('makes hooks from a contract: a change is sent, and the list that shows it is read again', async () => {
  const store = setUp();
  render(
    <Provider store={store}>
      <Boxes />
    </Provider>,
  );
  await screen.findByText('first');
  act(() => screen.getByRole('button').click());
  await screen.findByText('second');
  expect(calls).toEqual(['GET /api/boxes', 'PATCH /api/boxes/4', 'GET /api/boxes']);
  store.stopKeeping();
});

it('gives a failure to the page as plain data with its fields', async () => {
  const store = setUp();
  const answer = await store.dispatch(
    boxesApi.endpoints.renameBox.initiate({ params: { boxId: 1 }, body: { name: '' } }),
  );
  expect(answer.error).toEqual({
    status: 400,
    message: 'name: is required',
    code: 'VALIDATION',
    details: [{ field: 'name', message: 'is required' }],
    requestId: 'r',
  });
  store.stopKeeping();
});

it('refuses an answer that is not what the contract says, outside production', async () => {
  const store = setUp();
  provideTransport(() => Promise.resolve({ names: 'not a list' }));
  const answer = store.dispatch(boxesApi.endpoints.listBoxes.initiate());
  await waitFor(async () => expect((await answer).error).toBeDefined());
  store.stopKeeping();
});

it('keeps what was left and has changed elsewhere: it is shown at once to who comes back, and read again', async () => {
  const store = setUp();
  stored = ['first'];
  calls.length = 0;
  const { unmount } = render(
    <Provider store={store}>
      <Boxes />
    </Provider>,
  );
  await screen.findByText('first');
  unmount();
  stored = ['third'];
  act(() => void store.dispatch(outdate(['folder'])));
  render(
    <Provider store={store}>
      <Boxes />
    </Provider>,
  );
  expect(screen.getByText('first')).toBeTruthy();
  await screen.findByText('third');
  // Its tags are back with the answer: while it is shown, a change is read at once.
  stored = ['fourth'];
  act(() => void store.dispatch(outdate(['folder'])));
  await screen.findByText('fourth');
  expect(calls).toEqual(['GET /api/boxes', 'GET /api/boxes', 'GET /api/boxes']);
  store.stopKeeping();
});
