import { fireEvent, screen, waitFor } from '@testing-library/react';
import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { useListChoice } from './list-choice';
import { rowsThatFit } from './page-size';

function Probe() {
  const { pageSize, setPageSize, fills } = useListChoice('probe', []);
  return (
    <>
      <p>{`${pageSize} rows, ${fills ? 'fills the screen' : 'fixed'}`}</p>
      <button onClick={() => setPageSize(0)}>Fill</button>
      <button onClick={() => setPageSize(50)}>Fifty</button>
    </>
  );
}

it('fillsScreen holds until somebody fixes a number, and again when they ask for it', async () => {
  const kept: unknown[] = [];
  const server = productServer().answer(listViewsContract, 'keepChoice', ({ body }) => {
    kept.push(body);
    return {};
  });
  await renderPage(Probe, { address: '/app/leads/all', server });
  const filled = `${rowsThatFit('two-lines')} rows, fills the screen`;
  expect(screen.getByText(filled)).toBeTruthy();
  fireEvent.click(screen.getByText('Fifty'));
  expect(screen.getByText('50 rows, fixed')).toBeTruthy();
  fireEvent.click(screen.getByText('Fill'));
  expect(screen.getByText(filled)).toBeTruthy();
  // Both clicks are one choice.
  await waitFor(() => expect(kept).toEqual([{ fillsScreen: true, pageSize: 50 }]));
});

it.each([
  ['two-lines', 1440, 900, 10],
  ['normal', 1440, 900, 15],
  ['compact', 1440, 900, 15],
  ['two-lines', 2560, 1440, 20],
  ['compact', 2560, 6000, 100],
  ['two-lines', 1024, 500, 5],
  ['two-lines', 390, 844, 5],
] as const)('rows come in fives: %s in %d by %d has %d', (density, innerWidth, innerHeight, rows) => {
  expect(rowsThatFit(density, { innerWidth, innerHeight })).toBe(rows);
});
