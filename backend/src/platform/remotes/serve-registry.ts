import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context } from 'hono';
import { createDeploymentsReader } from '@skein/deployments/deployment-files';
import { registryFor } from '@skein/deployments/deployments';

const compress = promisify(brotliCompress);

export interface RegistryOptions {
  /** The folder with `deployments.json`. */
  root: string;
  /** Whose page asks; null when nobody is logged in or the token is no longer good. */
  workspaceOf: (request: Request) => Promise<number | null>;
}

/** As many different sets are kept compressed; there are as many as combinations of pins and canaries. */
const mostKept = 64;

/** Answers `GET /remotes.json` with a workspace's own pins and canaries applied; undefined when nothing is deployed here. */
export function createRegistryAnswer({
  root,
  workspaceOf,
}: RegistryOptions): (context: Context) => Promise<Response | undefined> {
  const read = createDeploymentsReader(root);
  const bodies = new Map<string, { text: string; small: Buffer }>();
  return async (context) => {
    const state = await read();
    if (!state) return undefined;
    const set = registryFor(state, context.req.header('authorization') ? await workspaceOf(context.req.raw) : null);
    const etag = `"${set.version.slice(0, 24)}"`;
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      Vary: 'Authorization, Accept-Encoding',
      ETag: etag,
      'Cross-Origin-Resource-Policy': 'same-origin',
    };
    if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers);
    let body = bodies.get(set.version);
    if (!body) {
      const text = JSON.stringify(set);
      body = { text, small: await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) };
      if (bodies.size >= mostKept) bodies.clear();
      bodies.set(set.version, body);
    }
    if (/(^|[\s,])br($|[\s,;])/.test(context.req.header('accept-encoding') ?? ''))
      return context.body(new Uint8Array(body.small), 200, { ...headers, 'Content-Encoding': 'br' });
    return context.body(body.text, 200, headers);
  };
}
