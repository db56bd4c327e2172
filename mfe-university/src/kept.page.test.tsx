import { fireEvent, screen } from '@testing-library/react';
import type { ItemDetail } from '@skein/contracts/university/library';
import { universityContract } from '@skein/contracts/university/university.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { UniversityArea } from './university-area';

const film = {
  slug: 'tour',
  title: 'A short tour',
  type: 'Video',
  state: 'STARTED',
  video: {
    ...{ url: '/api/university/videos/tour.webm', captions_url: '/api/university/videos/tour.vtt' },
    ...{ poster_url: null, seconds: 30, chapters: [], transcript: [] },
  },
} satisfies Partial<ItemDetail>;
const guide = { slug: 'spf', title: 'SPF and DKIM', state: 'STARTED' } satisfies Partial<ItemDetail>;
const given = (item: typeof film | typeof guide) =>
  productServer()
    .answer(universityContract, 'library', {
      courses: [{ slug: 'zero', title: 'Cold email from zero', items: ['spf', 'tour'] }],
      categories: [],
      items: [
        { slug: 'spf', title: 'SPF and DKIM', course: 'zero', duration: '6 min', state: 'STARTED', type: 'Guide' },
        { slug: 'tour', title: 'A short tour', course: 'zero', duration: '1 min', state: 'STARTED', type: 'Video' },
      ],
    })
    .answer(universityContract, 'item', item)
    .answer(universityContract, 'keepProgress', {});
const open = (address: string) =>
  renderPage(UniversityArea, { server: given(address.endsWith('/tour') ? film : guide), address });
/** Writes to the device are gathered, and done before a page goes away. */
function leave({ unmount }: Awaited<ReturnType<typeof open>>): void {
  unmount();
  window.dispatchEvent(new Event('pagehide'));
}

it('leads back to the item that was opened last', async () => {
  const page = await open('/app/university/course-item/spf');
  await screen.findByRole('heading', { name: 'SPF and DKIM' });
  leave(page);
  await open('/app/university/menu');
  const line = (await screen.findByText(/Last opened:/)).querySelector('a');
  expect(line?.textContent).toBe('SPF and DKIM');
});

it('goes on with a film where it was left', async () => {
  const page = await open('/app/university/course-item/tour');
  const left = await screen.findByLabelText<HTMLVideoElement>('A short tour');
  left.currentTime = 17;
  fireEvent.timeUpdate(left);
  fireEvent.pause(left);
  leave(page);
  await open('/app/university/course-item/tour');
  const again = await screen.findByLabelText<HTMLVideoElement>('A short tour');
  Object.defineProperty(again, 'duration', { value: 30 });
  fireEvent.loadedMetadata(again);
  expect(again.currentTime).toBe(17);
});
