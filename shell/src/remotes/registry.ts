import { parseRegistry, RegistryError, type DeployedRemote, type RemotesRegistry } from '@skein/mfe/manifest';
import { createSignal } from '@skein/mfe/signal';
import { verifyRegistry } from './verify-registry';

/** The remotes of this page; null until they are known. */
export const registry = createSignal<RemotesRegistry | null>(null);

const overridesKey = 'skein-remote-overrides';

/** A developer's own entries by remote name, kept on the device; the frame shows a banner while there are any. */
export function remoteOverrides(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(overridesKey) ?? '{}');
    // What is no address would keep every area from loading, with every reload again.
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter(
        ([, entry]) => typeof entry === 'string' && URL.canParse(entry, window.location.href),
      ),
    ) as Record<string, string>;
  } catch {
    return {};
  }
}

function withOverride(remote: DeployedRemote, overrides: Record<string, string>): DeployedRemote {
  const entry = overrides[remote.name];
  return entry ? { ...remote, entry, version: 'override', integrity: {}, refused: undefined } : remote;
}

let begun: Promise<RemotesRegistry> | undefined;

/** Begins to read the list of remotes with the page itself, before the frame that needs it is there. */
export function beginRegistry(token: string | null): void {
  begun = loadRegistry(token);
  // Whoever takes it meets the failure.
  begun.catch(() => {});
}

/** The list of remotes: the one that was begun with the page, else read now. */
export function takeRegistry(token: string | null): Promise<RemotesRegistry> {
  const first = begun;
  begun = undefined;
  return first ?? loadRegistry(token);
}

/** Reads which version of which remote is the one to load. The token lets the server apply a workspace's pin. */
export async function loadRegistry(token: string | null): Promise<RemotesRegistry> {
  const response = await fetch('/remotes.json', {
    cache: 'no-cache',
    headers: { Accept: 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok || !/json/.test(response.headers.get('content-type') ?? ''))
    throw new RegistryError(`remotes.json answered ${response.status}.`);
  const parsed = await verifyRegistry(parseRegistry(await response.json()));
  const overrides = remoteOverrides();
  const loaded = { ...parsed, remotes: parsed.remotes.map((remote) => withOverride(remote, overrides)) };
  registry.set(loaded);
  return loaded;
}
