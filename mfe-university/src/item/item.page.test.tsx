import { fireEvent, screen, waitFor } from '@testing-library/react';
import { universityContract } from '@skein/contracts/university/university.contract';
import type { ItemDetail } from '@skein/contracts/university/library';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { UniversityArea } from '../university-area';

const address = '/app/university/course-item/tour';
const text = (value: string) => [{ text: value, mark: null, href: null }];
const item = {
  slug: 'tour',
  title: 'A short tour',
  type: 'Video',
  duration: '1 min',
  course: 'zero',
  state: 'STARTED',
  content_url: null,
  helps: '/app/email-campaign/all',
  blocks: [
    { kind: 'paragraph', content: text('Open a campaign.') },
    { kind: 'picture', src: '/api/university/pictures/list.webp?v=1', alt: 'The list', width: 1040, height: 616 },
  ],
  video: {
    url: '/api/university/videos/tour.webm?v=1',
    captions_url: '/api/university/videos/tour.vtt?v=1',
    poster_url: null,
    seconds: 30,
    chapters: [
      { at: 0, title: 'The list' },
      { at: 12, title: 'One campaign' },
    ],
    transcript: [
      { at: 0, text: 'Each row is a campaign.' },
      { at: 14, text: 'Open one to see its leads.' },
    ],
  },
} satisfies Partial<ItemDetail>;

function given(server: FakeServer): FakeServer {
  return server
    .answer(universityContract, 'library', {
      courses: [{ slug: 'zero', title: 'From zero', items: ['tour'] }],
      categories: [],
      items: [
        { slug: 'tour', title: 'A short tour', course: 'zero', duration: '1 min', state: 'STARTED', type: 'Video' },
      ],
    })
    .answer(universityContract, 'item', item)
    .answer(universityContract, 'keepProgress', { slug: 'tour', state: 'DONE' });
}

testPageStates({
  page: 'mfe-university/src/item/item.page.tsx',
  area: UniversityArea,
  address,
  given: (server) => void given(server),
  reads: [universityContract, 'item'],
  loading: 'Loading the text',
  data: 'Open a campaign.',
  empty: {
    given: (server) => server.fail(universityContract, 'item', { code: 'NOT_FOUND' }),
    shows: /does not exist/,
  },
  noAccess: { as: person({ user: { isClient: true } }), goesTo: '/app/home' },
});

it('plays a recording with captions, follows its chapters, and counts it as done at its end', async () => {
  const server = given(productServer());
  await renderPage(UniversityArea, { server, address });
  const film = await screen.findByLabelText<HTMLVideoElement>('A short tour');
  film.play = () => Promise.resolve();
  expect(film.getAttribute('src')).toBe('/api/university/videos/tour.webm?v=1');
  expect(film.querySelector('track')?.getAttribute('src')).toBe('/api/university/videos/tour.vtt?v=1');
  fireEvent.click(screen.getByRole('button', { name: /One campaign/ }));
  expect(film.currentTime).toBe(12);
  fireEvent.timeUpdate(film);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /One campaign/ }).getAttribute('aria-current')).toBe('step'),
  );
  fireEvent.click(screen.getByText('Transcript'));
  fireEvent.click(screen.getByRole('button', { name: /Open one to see its leads/ }));
  expect(film.currentTime).toBe(14);
  fireEvent.ended(film);
  await waitFor(() => expect(server.calls(universityContract, 'keepProgress')).toHaveLength(1));
  expect(server.calls(universityContract, 'keepProgress')[0]?.body).toEqual({ state: 'DONE' });
});

it('shows pictures in their place, which they keep while they load', async () => {
  await renderPage(UniversityArea, { server: given(productServer()), address });
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'The list' });
  expect(picture.getAttribute('src')).toBe('/api/university/pictures/list.webp?v=1');
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['1040', '616']);
});

it('says that an item does not exist', async () => {
  const server = given(productServer()).fail(universityContract, 'item', { code: 'NOT_FOUND' });
  await renderPage(UniversityArea, { server, address });
  await screen.findByText('This page does not exist');
});
