import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { AreaBoundary } from './area-boundary';
import { lazyPage } from './lazy-page';
import { provideTelemetry } from './telemetry';

it('names the area that failed, and "Try again" loads the page anew', async () => {
  const failures: string[] = [];
  provideTelemetry({ pageViewed() {}, failed: (where) => failures.push(where), reset() {} });
  // React reports what a boundary catches to the console too.
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {});
  let loads = 0;
  const Page = lazyPage(() => {
    loads += 1;
    return loads === 1 ? Promise.reject(new Error('the line broke')) : Promise.resolve(() => <p>The page</p>);
  });
  await act(async () => {
    render(
      <AreaBoundary area="analytics" title="Analytics">
        <Suspense fallback={<p>Loading</p>}>
          <Page />
        </Suspense>
      </AreaBoundary>,
    );
  });
  expect(await screen.findByText('Analytics did not load')).toBeTruthy();
  expect(failures).toEqual(['area analytics']);
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(await screen.findByText('The page')).toBeTruthy();
  quiet.mockRestore();
});
