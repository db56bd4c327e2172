import { registry } from './registry';
import { expectedIntegrity, failedFile } from './integrity';

/** A remote that is not loaded at all, because what remotes.json says of it was not signed by us. */
export class RefusedRemote extends Error {
  override name = 'RefusedRemote';
}

const fileName = (address: string) => new URL(address, window.location.href).pathname.split('/').at(-1) ?? address;

/**
 * Why a file that the browser did not run was refused; undefined when that cannot be told.
 * @param answer what the server says of the file now
 */
export async function explainFile(
  address: string,
  integrity: string | undefined,
  answer: Promise<Response>,
): Promise<string | undefined> {
  if (!integrity) return `The file ${fileName(address)} does not belong to this version and was refused.`;
  const response = (await answer).clone();
  if (response.status === 404) return `The file ${fileName(address)} is missing on the server.`;
  if (!response.ok) return `The server answered ${response.status} for the file ${fileName(address)}.`;
  if (/html/.test(response.headers.get('content-type') ?? ''))
    return `The server answered with a page instead of the file ${fileName(address)}.`;
  if (!globalThis.crypto?.subtle) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', await response.arrayBuffer()));
  const found = `sha384-${btoa(String.fromCharCode(...digest))}`;
  return found === integrity
    ? `The file ${fileName(address)} did not arrive as it should, and was fetched anew: try again.`
    : `The file ${fileName(address)} was changed after it was deployed, and was refused.`;
}

/** One sentence about why an area did not load, when it can be found out. */
export async function explainFailure(name: string, error: unknown): Promise<string | undefined> {
  if (error instanceof RefusedRemote) return error.message;
  const file = failedFile(name);
  if (!file) return undefined;
  const { address, answer } = file;
  try {
    return await explainFile(address, expectedIntegrity(registry.get()?.remotes ?? [], address)?.integrity, answer);
  } catch {
    return `The server did not answer for the file ${fileName(address)}.`;
  }
}
