import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button';
import { PageHeader } from './page-header';

const usual = window.matchMedia;
afterEach(() => {
  window.matchMedia = usual;
});
/** A window of this many px. */
const show = (width: number, chosen: string[] = []) => {
  window.matchMedia = (query) => ({
    ...usual(query),
    matches: width <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1]),
  });
  render(
    <PageHeader
      title="Email accounts"
      secondary={[
        { label: 'Fleet', icon: 'chart', href: '/app/fleet' },
        { label: 'Import', onClick: () => chosen.push('import') },
        { label: 'Export', disabledReason: 'Your role can view, not edit' },
      ]}
      more={[{ label: 'Recent changes', href: '/app/changes' }]}
      actions={<Button variant="primary">Connect a mailbox</Button>}
    />,
  );
};

test('a wide head shows its secondary actions as buttons, and the rest in the menu', async () => {
  show(1_440);
  expect(screen.getByRole('link', { name: 'Fleet' }).getAttribute('href')).toBe('/app/fleet');
  expect(screen.getByRole('button', { name: 'Export' }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Recent changes']);
});

test.each([1_024, 390])(
  'at %i px a head has them in the menu before the rest, and keeps the primary action',
  async (width) => {
    const chosen: string[] = [];
    show(width, chosen);
    expect(screen.queryByRole('link', { name: 'Fleet' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Connect a mailbox' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Fleet',
      'Import',
      'ExportYour role can view, not edit',
      'Recent changes',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Import' }));
    expect(chosen).toEqual(['import']);
  },
);

test.each([1_440, 390])('at %i px what may be done about how things stand is beside it', (width) => {
  window.matchMedia = (query) => ({
    ...usual(query),
    matches: width <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1]),
  });
  const why = <button type="button">Why?</button>;
  render(<PageHeader title="Yard managers" detail="Nothing is due" detailOnPhone detailAction={why} />);
  const line = screen.getByRole('button', { name: 'Why?' }).closest('small');
  expect(line?.textContent?.replace(/\s/g, '')).toBe('NothingisdueWhy?');
});
