import { createSignal } from '@skein/mfe/signal';
import { chosenTheme, keepTheme, type ThemeChoice } from '../theme-choice';

/** The theme that is chosen on this device. */
export const themeChoice = createSignal<ThemeChoice>(chosenTheme());

export function chooseTheme(choice: ThemeChoice): void {
  keepTheme(choice);
  themeChoice.set(choice);
}
