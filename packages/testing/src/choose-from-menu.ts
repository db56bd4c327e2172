import { act, fireEvent, screen } from '@testing-library/react';

/**
 * Opens the menu of a button by the keyboard and chooses one of its entries.
 * @param opener the button, or its name on the page
 */
export async function chooseFromMenu(opener: string | RegExp | HTMLElement, entry: string | RegExp): Promise<void> {
  const button = opener instanceof HTMLElement ? opener : await screen.findByRole('button', { name: opener });
  // The menu is fetched with the first focus.
  act(() => button.focus());
  fireEvent.keyDown(button, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
}
