import { chosenTheme } from './theme-choice';

/** Set by the server for this answer; style elements that are made at run time carry it (Content-Security-Policy). */
// oxlint-disable-next-line prefer-const -- webpack reads what is assigned to this name
declare let __webpack_nonce__: string | undefined;
__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

// Before anything is painted, so that a dark page never flashes white.
const theme = chosenTheme();
document.documentElement.dataset.theme =
  theme === 'system' ? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme;

// Deliberate: nothing that imports React stands here, so that a first chunk that cannot be loaded is caught.
import('./bootstrap').then(
  ({ start }) => start(),
  async (error: unknown) => {
    const { showStartFailure } = await import('./start-failure');
    showStartFailure(error);
  },
);
