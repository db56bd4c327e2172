import { fireEvent, screen } from '@testing-library/react';
import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { rowsThatFit, useListChoice } from './list-choice';

function Probe() {
  const { pageSize, setPageSize, fills } = useListChoice('probe', [], 25);
  return (
    <>
      <p>{`${pageSize} rows, ${fills ? 'fills the screen' : 'fixed'}`}</p>
      <button onClick={() => setPageSize(0)}>Fill</button>
      <button onClick={() => setPageSize(50)}>Fifty</button>
    </>
  );
}

it('fillsScreen shows as many rows as fit, and a number chosen after it counts again', async () => {
  const server = productServer().answer(listViewsContract, 'keepChoice', {});
  await renderPage(Probe, { address: '/app/leads/all', server });
  expect(screen.getByText('25 rows, fixed')).toBeTruthy();
  fireEvent.click(screen.getByText('Fill'));
  expect(screen.getByText(`${rowsThatFit('two-lines')} rows, fills the screen`)).toBeTruthy();
  fireEvent.click(screen.getByText('Fifty'));
  expect(screen.getByText('50 rows, fixed')).toBeTruthy();
});
