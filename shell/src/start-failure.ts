import { productName } from '@skein/mfe/brand';
import { isStaleBuild, offerReload } from '@skein/mfe/stale-build';

/** What is shown when not even the frame could be loaded. Plain elements: nothing else may be there. */
export function showStartFailure(error: unknown, location: Pick<Location, 'assign'> = window.location): void {
  // A startup error is logged, as the specification asks for.
  console.error(error);
  const redirect = redirectOf(error);
  if (redirect) {
    location.assign(redirect);
    return;
  }
  if (isStaleBuild(error) && offerReload()) return;
  const root = document.getElementById('root') ?? document.body;
  const box = document.createElement('main');
  box.setAttribute('role', 'alert');
  const title = document.createElement('h1');
  title.textContent = `${productName()} did not start`;
  const text = document.createElement('p');
  text.textContent = 'Part of the page couldn’t be loaded. Your campaigns keep sending.';
  const button = document.createElement('button');
  button.textContent = 'Try again';
  button.addEventListener('click', () => window.location.reload());
  box.append(title, text, button);
  root.replaceChildren(box);
}

/** Where a redirect error leads: a page, and nothing that runs as a script of ours. */
function redirectOf(error: unknown): string | null {
  const { url } = (error ?? {}) as { url?: unknown };
  if (typeof url !== 'string' || !URL.canParse(url, window.location.href)) return null;
  const address = new URL(url, window.location.href);
  return address.protocol === 'https:' || address.protocol === 'http:' ? address.href : null;
}
