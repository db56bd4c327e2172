import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { productServer } from '@skein/testing/product-server';
import { person } from '@skein/testing/person';
import { renderPage } from '@skein/testing/render-page';
import { RequireSession } from './route-guards';

let drawn: string[];
let go: (address: string) => void;

function Frame() {
  const navigate = useNavigate();
  go = (address) => void navigate(address);
  useEffect(() => {
    drawn.push('drawn');
    return () => {
      drawn.push('gone');
    };
  }, []);
  return <div id="area" />;
}

const Screens = () => (
  <Routes>
    <Route
      path="/app/*"
      element={
        <RequireSession isFrame>
          <Frame />
        </RequireSession>
      }
    />
    <Route path="/login" element={<p>Log in</p>} />
  </Routes>
);

beforeEach(() => {
  drawn = [];
});

it('keeps the frame, and with it the place of areas, when somebody inside arrives at /app', async () => {
  const page = await renderPage(Screens, { address: '/app/master-inbox', server: productServer(), basename: '' });
  const place = document.getElementById('area');
  for (const address of ['/app', '/app/home']) {
    await act(async () => go(address));
    expect(page.address()).toBe('/app/email-campaign/all');
  }
  expect(drawn).toEqual(['drawn']);
  expect(document.getElementById('area')).toBe(place);
});

it('leads the owner whose plan ended to what ended, in the same frame', async () => {
  const ended = {
    plan_type: 'trial',
    trial_end_date: '2026-11-01T12:00:00.000Z',
    subscription_detail: { is_sub: false, end_date: null },
  } as const;
  const as = person({ plan: ended });
  const page = await renderPage(Screens, {
    address: '/app/settings/profile',
    server: productServer(),
    basename: '',
    as,
  });
  await act(async () => go('/app'));
  expect(page.address()).toBe('/app/plan-ended');
  expect(drawn).toEqual(['drawn']);
});

it('draws nothing of the frame for somebody who is not logged in', async () => {
  await renderPage(Screens, { address: '/app/master-inbox', server: productServer(), basename: '', as: null });
  await screen.findByText('Log in');
  expect(drawn).toEqual([]);
});
