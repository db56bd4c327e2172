import { isStaleBuild, offerReload } from '@skein/mfe/stale-build';

/** What is shown when not even the frame could be loaded. Plain elements: nothing else may be there. */
export function showStartFailure(error: unknown): void {
  // A startup error is logged, as the specification asks for.
  console.error(error);
  const { url } = (error ?? {}) as { url?: string };
  if (typeof url === 'string') {
    window.location.assign(url);
    return;
  }
  if (isStaleBuild(error) && offerReload()) return;
  const root = document.getElementById('root') ?? document.body;
  const box = document.createElement('main');
  box.setAttribute('role', 'alert');
  const title = document.createElement('h1');
  title.textContent = 'Skein did not start';
  const text = document.createElement('p');
  text.textContent = 'A part of the page could not be loaded. Your campaigns keep sending.';
  const button = document.createElement('button');
  button.textContent = 'Try again';
  button.addEventListener('click', () => window.location.reload());
  box.append(title, text, button);
  root.replaceChildren(box);
}
