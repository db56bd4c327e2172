import { RegistryError, type DeployedRemote, type RemotesRegistry } from '@skein/mfe/manifest';

const encoder = new TextEncoder();

const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/** Keys whose signatures count: the build puts them into the page. */
function acceptedKeys(page: Document = document): string[] {
  return (
    page.querySelector<HTMLMetaElement>('meta[name="skein-deploy-keys"]')?.content.split(' ').filter(Boolean) ?? []
  );
}

export interface Verifier {
  verify(key: string, signature: string, text: string): Promise<boolean>;
  sha256(text: string): Promise<string>;
}

const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The browser's own cryptography. It is there on https and on localhost. */
const browserVerifier: Verifier = {
  async verify(key, signature, text) {
    const imported = await crypto.subtle.importKey('raw', bytesOf(key), { name: 'Ed25519' }, false, ['verify']);
    return crypto.subtle.verify({ name: 'Ed25519' }, imported, bytesOf(signature), encoder.encode(text));
  },
  sha256: async (text) => hex(await crypto.subtle.digest('SHA-256', encoder.encode(text))),
};

const changed = 'The signature of this version is not one of ours: someone changed it after it was deployed.';

async function reasonToRefuse(
  { signature, ...facts }: DeployedRemote,
  keys: readonly string[],
  verifier: Verifier,
): Promise<string | undefined> {
  if (!signature) return 'This version is not signed.';
  // One spelling only: the last character of base64 has bits that mean nothing.
  if (!/^[A-Za-z0-9+/]{85}[AQgw]==$/.test(signature)) return changed;
  const text = JSON.stringify(facts);
  for (const key of keys) {
    try {
      if (await verifier.verify(key, signature, text)) return undefined;
    } catch {
      // A signature that cannot even be read is none.
    }
  }
  return changed;
}

/**
 * Checks every remote of remotes.json against the keys that came with the page, and the list as a whole. A remote that is not signed by
 * us stays in the list as refused: its area says so, and nothing of it is loaded.
 * @throws RegistryError when the list itself was changed
 */
export async function verifyRegistry(
  registry: RemotesRegistry,
  { keys = acceptedKeys(), verifier = browserVerifier, subtle = Boolean(globalThis.crypto?.subtle) } = {},
): Promise<RemotesRegistry> {
  // From source nothing is deployed and nothing is signed.
  if (process.env.NODE_ENV === 'development' && keys.length === 0) return registry;
  if (!subtle) {
    // Plain http to another machine: browsers offer no cryptography, and the page itself could have been changed on its way.
    console.warn('This address is not secure (https), so the signatures of the areas cannot be checked.');
    return registry;
  }
  const version = await verifier.sha256(registry.remotes.map(({ signature }) => signature ?? '').join('\n'));
  if (version !== registry.version)
    throw new RegistryError('remotes.json was changed after it was deployed: its list does not fit its version.');
  const remotes = await Promise.all(
    registry.remotes.map(async (remote) => {
      // Malformed already: what is left of it is not what was signed.
      if (remote.refused) return remote;
      const refused = await reasonToRefuse(remote, keys, verifier);
      return refused ? { ...remote, refused } : remote;
    }),
  );
  return { ...registry, remotes };
}
