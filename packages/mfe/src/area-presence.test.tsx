import { act, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { createPresence, Presence, useNotKept } from './area-presence';

const heard: string[] = [];
const drawn: string[] = [];

function FormPage() {
  useNotKept();
  return <p>another page</p>;
}

function ListPage() {
  const [count, setCount] = useState(0);
  drawn.push('list');
  useEffect(() => {
    heard.push('begin');
    return () => void heard.push('end');
  }, []);
  return <button type="button" onClick={() => setCount(count + 1)}>{`pressed ${count}`}</button>;
}

const goTo = (address: string) =>
  act(() => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

function setUp() {
  window.history.replaceState(null, '', '/app/alpha/list?page=2');
  heard.length = 0;
  const presence = createPresence((pathname) => pathname.startsWith('/app/alpha'));
  render(
    <BrowserRouter basename="/app">
      <Presence presence={presence} basename="/app">
        <Routes>
          <Route path="/alpha/list" element={<ListPage />} />
          <Route path="/alpha/other" element={<FormPage />} />
          <Route path="*" element={<p>not found</p>} />
        </Routes>
      </Presence>
    </BrowserRouter>,
  );
  return presence;
}

it('an area that is left stays as it is and does nothing; coming back to where it was changes nothing', () => {
  const presence = setUp();
  expect(presence).toMatchObject({ isKeepable: true, address: '/app/alpha/list?page=2' });
  act(() => screen.getByRole('button').click());
  goTo('/app/beta');
  act(() => presence.shown.set(false));
  expect(heard).toEqual(['begin', 'end']);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('not found')).toBeNull();
  expect(presence.address).toBe('/app/alpha/list?page=2');
  drawn.length = 0;
  goTo('/app/alpha/list?page=2');
  act(() => presence.shown.set(true));
  expect(screen.getByRole('button').textContent).toBe('pressed 1');
  expect(heard).toEqual(['begin', 'end', 'begin']);
  expect(drawn).toEqual([]);
});

it('an area that comes back at another address of its own shows what stands there', () => {
  const presence = setUp();
  goTo('/app/beta');
  act(() => presence.shown.set(false));
  goTo('/app/alpha/other');
  act(() => presence.shown.set(true));
  expect(screen.getByText('another page')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(presence).toMatchObject({ address: '/app/alpha/other', leavers: 1 });
  goTo('/app/alpha/list');
  expect(presence.leavers).toBe(0);
});
