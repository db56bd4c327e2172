import { fireEvent, screen } from '@testing-library/react';
import { universityContract } from '@skein/contracts/university/university.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { UniversityArea } from '../university-area';

const client = person({ user: { isClient: true } });
const given = (server: FakeServer) =>
  void server.answer(universityContract, 'library', {
    courses: [{ slug: 'zero', title: 'Cold email from zero', items: ['spf'] }],
    categories: [{ slug: 'demos', title: 'Demos', items: 1 }],
    items: [
      { slug: 'spf', title: 'SPF and DKIM', course: 'zero', duration: '6 min', state: 'STARTED', type: 'Guide' },
      { slug: 'webhooks', title: 'Webhooks', course: null, duration: '6 min', state: 'NONE', type: 'Guide' },
    ],
  });

describe.each([
  ['a course', '/app/university/courses/zero', 'SPF and DKIM'],
  ['a category', '/app/university/categories/demos', 'Demos'],
])('%s', (_name, address, data) => {
  testPageStates({
    page: 'mfe-university/src/library/list.page.tsx',
    area: UniversityArea,
    address,
    given,
    reads: [universityContract, 'library'],
    loading: 'Loading the library',
    data,
    empty: {
      given: (server) => void server.answer(universityContract, 'library', { courses: [], categories: [], items: [] }),
      shows: /does not exist/,
    },
    noAccess: { as: client, goesTo: '/app/home' },
  });
});

describe('the library', () => {
  testPageStates({
    page: 'mfe-university/src/library/menu.page.tsx',
    area: UniversityArea,
    address: '/app/university/menu',
    given,
    reads: [universityContract, 'library'],
    loading: 'Loading the library',
    data: 'Cold email from zero',
    empty: {
      given: (server) => void server.answer(universityContract, 'library', { courses: [], categories: [], items: [] }),
      shows: 'The library is empty',
    },
    noAccess: { as: client, goesTo: '/app/home' },
  });

  it('searches, and says what to do when nothing is found', async () => {
    const server = productServer();
    given(server);
    server.answer(universityContract, 'search', ({ query }) => ({
      found: query.q === 'hooks' ? [{ slug: 'webhooks', excerpt: 'A failed delivery is retried.' }] : [],
    }));
    await renderPage(UniversityArea, { server, address: '/app/university/menu' });
    const search = await screen.findByRole('searchbox', { name: 'Search the university' });
    fireEvent.change(search, { target: { value: 'hooks' } });
    await screen.findByText('A failed delivery is retried.');
    fireEvent.change(search, { target: { value: 'zzz' } });
    await screen.findByText('Try fewer or shorter words.');
  });
});
