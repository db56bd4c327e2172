import { act, screen } from '@testing-library/react';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { areaState, outletId } from '../remotes/area-state';
import { AreaStatus } from './area-outlet';

const Page = () => (
  <>
    <AreaStatus />
    <div id={outletId} />
  </>
);
const isSkeletonShown = () => screen.queryByText('Loading') !== null;
const isNoticeShown = () => screen.queryByRole('button', { name: 'Try again' }) !== null;

afterEach(() => areaState.set({ status: 'none' }));

it.each([
  ['/app/email-campaign/all', 'list'],
  ['/app/email-campaign/3/overview/performance', 'campaign'],
  ['/app/master-inbox/all', 'inbox'],
])('shows %s in the shape of a %s before its area is there', async (address, shape) => {
  jest.useFakeTimers();
  areaState.set({ status: 'loading', name: 'campaigns', retry: () => undefined });
  await renderPage(Page, { address, server: productServer(), basename: '' });
  await act(async () => jest.advanceTimersByTime(1_000));
  expect(screen.getByText('Loading').parentElement?.dataset['shape']).toBe(shape);
});

it('shows one of three while an area comes: the skeleton, the notice of a long wait, or what arrived', async () => {
  jest.useFakeTimers();
  areaState.set({ status: 'loading', name: 'campaigns', retry: () => undefined });
  await renderPage(Page, { address: '/app/email-campaign/all', server: productServer(), basename: '' });
  await act(async () => jest.advanceTimersByTime(1_000));
  expect([isSkeletonShown(), isNoticeShown()]).toEqual([true, false]);
  await act(async () => jest.advanceTimersByTime(10_000));
  expect([isSkeletonShown(), isNoticeShown()]).toEqual([false, true]);
  // The page is there a moment before its mount has ended.
  await act(async () => {
    const host = document.createElement('div');
    host.dataset.area = 'campaigns';
    host.append(document.createElement('p'));
    document.getElementById(outletId)?.append(host);
    await Promise.resolve();
  });
  expect([isSkeletonShown(), isNoticeShown()]).toEqual([false, false]);
});
