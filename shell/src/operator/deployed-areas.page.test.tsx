import { Route, Routes } from 'react-router-dom';
import { screen } from '@testing-library/react';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { remotesContract } from '@skein/contracts/main/remotes.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { OperatorArea } from './operator-area';

const address = '/app/operator/areas';
const operator = person({ user: { is_operator: true } });
const area = () => (
  <Routes>
    <Route path="/operator/*" element={<OperatorArea />} />
  </Routes>
);
const deed = { remote: 'campaigns', action: 'deploy', to: '1.2.3', by: 'Ida' };
const given = (server: FakeServer) =>
  void server
    .answer(operatorContract, 'installation', { plans: 'none' })
    .answer(remotesContract, 'listRemotes', { remotes: [{ name: 'campaigns' }], history: [deed] });

testPageStates({
  page: 'shell/src/operator/deployed-areas.page.tsx',
  area,
  address,
  as: operator,
  given,
  reads: [remotesContract, 'listRemotes'],
  loading: 'Loading',
  data: 'the last 100',
  full: 'Ida',
  empty: {
    given: (server) => server.answer(remotesContract, 'listRemotes', {}),
    shows: /Nothing is deployed here/,
  },
  noAccess: { as: person(), shows: /Only people who run this installation see this/ },
});

it('counts one area as one', async () => {
  const server = productServer();
  given(server);
  await renderPage(area, { address, server, as: operator });
  await screen.findByText('1 area');
});
