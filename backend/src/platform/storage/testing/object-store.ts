import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandIn {
  url: string;
  objects: Map<string, { type: string; bytes: Buffer }>;
  close(): Promise<void>;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Why the signature of a request does not hold (Signature Version 4, in headers or in the query); null when it does. */
function refusalOf(request: IncomingMessage, secret: string, accessKeyId: string, now: number): string | null {
  const url = new URL(request.url as string, 'http://x');
  const query = url.searchParams;
  const inQuery = query.has('X-Amz-Signature');
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
    request.headers.authorization ?? '',
  );
  if (!inQuery && !header) return 'AccessDenied';
  const [credential = '', names = '', signature = ''] = inQuery
    ? ['X-Amz-Credential', 'X-Amz-SignedHeaders', 'X-Amz-Signature'].map((name) => query.get(name) ?? '')
    : [header?.[1], header?.[2], header?.[3]];
  const date = inQuery ? (query.get('X-Amz-Date') ?? '') : String(request.headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (now > at + (inQuery ? Number(query.get('X-Amz-Expires')) * 1000 : 900_000)) return 'RequestExpired';
  const [keyId, day = '', region = '', service = ''] = credential.split('/');
  if (keyId !== accessKeyId) return 'InvalidAccessKeyId';
  const given = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  const payload = inQuery ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, url.pathname, given, headers, names, payload].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request');
  const expected = hmac(
    key,
    ['AWS4-HMAC-SHA256', date, `${day}/${region}/${service}/aws4_request`, sha(canonical)].join('\n'),
  ).toString('hex');
  return expected === signature ? null : 'SignatureDoesNotMatch';
}

/** A small object store that speaks the same protocol: PUT, GET and DELETE of whole objects under checked signatures. */
export async function startObjectStore(account: {
  accessKeyId: string;
  secretAccessKey: string;
  now?: () => number;
}): Promise<StandIn> {
  const objects: StandIn['objects'] = new Map();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const refusal = refusalOf(request, account.secretAccessKey, account.accessKeyId, account.now?.() ?? Date.now());
      const name = new URL(request.url as string, 'http://x').pathname;
      if (refusal)
        return void response
          .writeHead(403, { 'content-type': 'application/xml' })
          .end(`<Error><Code>${refusal}</Code></Error>`);
      if (request.method === 'PUT') {
        objects.set(name, { type: request.headers['content-type'] ?? '', bytes: Buffer.concat(chunks) });
        return void response.writeHead(200).end();
      }
      const found = objects.get(name);
      if (request.method === 'DELETE') {
        objects.delete(name);
        return void response.writeHead(204).end();
      }
      return void (found
        ? response.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length }).end(found.bytes)
        : response.writeHead(404).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
