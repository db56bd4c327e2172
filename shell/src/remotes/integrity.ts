import type { DeployedRemote } from '@skein/mfe/manifest';

/** Folder of a remote's files: everything of its entry's address up to the last slash. */
const folderOf = (remote: DeployedRemote) => new URL('.', new URL(remote.entry, window.location.href)).href;

/** What the browser must find in a file of a remote; undefined when the file belongs to none. */
export function expectedIntegrity(
  remotes: readonly DeployedRemote[],
  address: string,
): { remote: DeployedRemote; integrity: string | undefined } | undefined {
  const url = new URL(address, window.location.href);
  for (const remote of remotes) {
    // Nothing is loaded of one that is malformed, and it has no folder.
    if (remote.entry === '') continue;
    const folder = folderOf(remote);
    if (!url.href.startsWith(folder)) continue;
    // An override of a developer carries no hashes.
    if (Object.keys(remote.integrity).length === 0) return undefined;
    return { remote, integrity: remote.integrity[url.href.slice(folder.length).split('?')[0] ?? ''] };
  }
  return undefined;
}

/** What came instead of a file that did not load, when it was asked for once more. */
interface FailedFile {
  address: string;
  answer: Promise<Response>;
}

const failures = new Map<string, FailedFile>();

/** The file of a remote that was the last not to load. */
export const failedFile = (name: string): FailedFile | undefined => failures.get(name);

/**
 * Asks the server for a file past the browser's cache. Files of a version never change and are kept for a year: one that came broken
 * once would be broken at every later try, with every reload, until then.
 */
function fetchAnew(address: string): FailedFile {
  const answer = fetch(address, { cache: 'reload', signal: AbortSignal.timeout(10_000) });
  // Whoever explains the failure meets it.
  answer.catch(() => {});
  return { address, answer };
}

/** Before another try: resolves when the file that did not load is in the browser's cache anew, or cannot be had. */
export async function refetchFailed(name: string): Promise<void> {
  const file = failures.get(name);
  if (!file) return;
  const fresh = fetchAnew(file.address);
  failures.set(name, fresh);
  await fresh.answer.then(
    () => {},
    () => {},
  );
}

/**
 * Gives every script and style sheet of a remote the hash that remotes.json names, before it is fetched: the browser refuses a
 * changed file, and this refuses an unknown one. Webpack and the federation runtime add elements through `document.head.appendChild`
 * and offer no hook for the chunks of a remote, so it is done there.
 */
export function enforceIntegrity(
  remotesNow: () => readonly DeployedRemote[],
  head: HTMLHeadElement = document.head,
): void {
  const append = HTMLHeadElement.prototype.appendChild;
  head.appendChild = function appendChecked<Child extends Node>(child: Child): Child {
    const element = child as unknown as HTMLScriptElement & HTMLLinkElement;
    const address = element.tagName === 'SCRIPT' ? element.src : element.tagName === 'LINK' ? element.href : '';
    const expected = address ? expectedIntegrity(remotesNow(), address) : undefined;
    if (expected) {
      const { name } = expected.remote;
      // Before the loader's own listener, whose failure is shown at once.
      element.addEventListener('error', () => failures.set(name, fetchAnew(address)), { capture: true });
      element.addEventListener('load', () => failures.delete(name));
      if (!expected.integrity) {
        // As a network failure would: the loader that waits for this element goes on to its own error.
        queueMicrotask(() => element.dispatchEvent(new Event('error')));
        console.error(
          `${address} is not a file that remotes.json names for ${expected.remote.name} ${expected.remote.version}.`,
        );
        return child;
      }
      element.integrity = expected.integrity;
      element.crossOrigin = 'anonymous';
    }
    return append.call(this, child) as Child;
  };
}
