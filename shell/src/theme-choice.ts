export type ThemeChoice = 'light' | 'dark' | 'system';

const key = 'skein-theme';

/** The theme this person chose on this device; the system's until they choose. */
export function chosenTheme(): ThemeChoice {
  try {
    const choice = window.localStorage.getItem(key);
    return choice === 'light' || choice === 'dark' ? choice : 'system';
  } catch {
    return 'system';
  }
}

/** Keeps the choice on this device. It stands under a key of its own because it is read before the store exists. */
export function keepTheme(choice: ThemeChoice): void {
  try {
    window.localStorage.setItem(key, choice);
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}
