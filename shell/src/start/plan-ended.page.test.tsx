import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { startContract } from '@skein/contracts/main/start.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CreditsPill } from '../frame/credits-pill';
import { PlanStrip } from '../frame/plan-strip';
import { PlanEndedPage } from './plan-ended.page';

const area = () => (
  <>
    <PlanStrip />
    <CreditsPill />
    <Routes>
      <Route path="/app/plan-ended" element={<PlanEndedPage />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>
  </>
);
const ended = {
  plan_type: 'trial',
  trial_end_date: '2026-11-01T12:00:00.000Z',
  subscription_detail: { is_sub: false, end_date: null },
  contact: 'ops@skein.test',
} as const;
const open = (as: ReturnType<typeof person>, address = '/app/master-inbox') =>
  renderPage(area, { address, server: server(), as, basename: '' });
const server = () => productServer().answer(startContract, 'start', () => new Promise<never>(() => {}));

it('leads the owner to what ended, when, and whom to ask', async () => {
  const page = await open(person({ plan: ended }));
  expect(page.address()).toBe('/app/plan-ended');
  await screen.findByText('The trial of Northlight ended on Nov 1, 2026');
  expect(screen.getByRole('link', { name: 'ops@skein.test' }).getAttribute('href')).toBe('mailto:ops@skein.test');
  expect(screen.getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe('/app/settings/subscription');
  expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
});

it('tells a member to ask the owner', async () => {
  const workspace = { id: 1, name: 'Northlight', is_demo: false, owner_name: 'Maya' };
  await open(person({ role: 'ADMIN_ACCESS', user: { workspace }, plan: ended }));
  await screen.findByText('Ask Maya to renew it.');
  expect(screen.queryByText('Choose a plan')).toBeNull();
});

it('tells a client of an agency whom to ask, and nothing of its plan', async () => {
  const user = { isClient: true, client_permissions: { permission: [], retricted_category: [] } };
  await open(person({ user, plan: { ...ended, is_unlimited: false } }));
  await screen.findByText('Elsewhere');
  expect(screen.getByText('Changes are switched off for now. Ask Northlight.')).toBeTruthy();
});

it('never speaks of a plan where there are none', async () => {
  const page = await open(person({ plan: { ...ended, is_unlimited: true } }));
  expect(page.address()).toBe('/app/master-inbox');
  expect(document.body.textContent).not.toMatch(/plan|trial|credit/i);
});

it('leads on once there is a plan again', async () => {
  const page = await open(person(), '/app/plan-ended');
  await screen.findByText('Elsewhere');
  expect(page.address()).toBe('/app');
});
