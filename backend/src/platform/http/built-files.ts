import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Context } from 'hono';

/** The content types of what a build holds, by the ending of a file. */
export const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const compressible = /\.(js|mjs|css|html|json|svg|txt)$/;

interface Found {
  file: string;
  size: number;
  etag: string;
}

async function find(file: string): Promise<Found | undefined> {
  try {
    const facts = await stat(file);
    return facts.isFile()
      ? { file, size: facts.size, etag: `"${facts.size.toString(36)}-${Math.floor(facts.mtimeMs).toString(36)}"` }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The file, or its smaller twin that the caller accepts. */
export async function findEncoded(
  file: string,
  accepted: string,
): Promise<(Found & { encoding?: 'br' | 'gzip' }) | undefined> {
  if (compressible.test(file)) {
    for (const [encoding, ending] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      if (!new RegExp(`(^|[\\s,])${encoding}($|[\\s,;])`).test(accepted)) continue;
      const twin = await find(file + ending);
      if (twin) return { ...twin, encoding };
    }
  }
  return find(file);
}

export function sendFile(
  context: Context,
  found: Found & { encoding?: string },
  type: string,
  caching: string,
): Response {
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Cache-Control': caching,
    ETag: found.etag,
    Vary: 'Accept-Encoding',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  if (context.req.header('if-none-match') === found.etag) return context.body(null, 304, headers);
  if (found.encoding) headers['Content-Encoding'] = found.encoding;
  headers['Content-Length'] = String(found.size);
  if (context.req.method === 'HEAD') return context.body(null, 200, headers);
  return context.body(Readable.toWeb(createReadStream(found.file)) as ReadableStream, 200, headers);
}
