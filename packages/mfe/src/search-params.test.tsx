import { act, render, screen } from '@testing-library/react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { useSearchParams } from './search-params';

let change: ReturnType<typeof useSearchParams>[1];
const put = (name: string, value: string) =>
  change((current) => {
    current.set(name, value);
    return current;
  });

function List() {
  const [params, setParams] = useSearchParams();
  change = setParams;
  return <p>{params.toString() || 'nothing'}</p>;
}

const open = (address: string) => {
  window.history.replaceState(null, '', address);
  render(
    <BrowserRouter basename="/app">
      <Routes>
        <Route path="/" element={<List />} />
        <Route path="/leads" element={<List />} />
      </Routes>
    </BrowserRouter>,
  );
};

it('keeps both of two changes, the second of which comes before the first is drawn', async () => {
  open('/app/leads?sort=newest');
  await act(async () => {
    put('open', '12');
    put('q', 'ada');
  });
  screen.getByText('sort=newest&open=12&q=ada');
  expect(window.location.search).toBe('?sort=newest&open=12&q=ada');
});

it('takes a whole query in place of the present one', async () => {
  open('/app/leads?sort=newest');
  await act(async () => change({ page: '2' }, { replace: true }));
  screen.getByText('page=2');
});

it('changes the first page of an area, with and without a slash at its end', async () => {
  open('/app/');
  await act(async () => put('q', 'ada'));
  screen.getByText('q=ada');
});

it('takes nobody back who has left meanwhile', async () => {
  open('/app/leads');
  window.history.pushState(null, '', '/app/analytics?range=7');
  await act(async () => put('q', 'ada'));
  expect(window.location.pathname + window.location.search).toBe('/app/analytics?range=7');
});
