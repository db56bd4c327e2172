import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandIn {
  url: string;
  objects: Map<string, { type: string; bytes: Buffer; modified: number }>;
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

/** Objects a page of a list, fewer than S3's 1,000, so that a few make several pages. */
const PAGE = 2;

/** ListObjectsV2's answer. */
function pageOf(objects: StandIn['objects'], bucket: string, query: URLSearchParams): string {
  const inBucket = [...objects].filter(([name]) => name.startsWith(`${bucket}/${query.get('prefix') ?? ''}`)).sort();
  const start = Number(query.get('continuation-token') ?? 0);
  const contents = inBucket
    .slice(start, start + PAGE)
    .map(
      ([name, { bytes, modified }]) =>
        `<Contents><Key>${name.slice(bucket.length + 1).replaceAll('&', '&amp;')}</Key><LastModified>${new Date(modified).toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    )
    .join('');
  const more = start + PAGE < inBucket.length;
  const next = more ? `<NextContinuationToken>${start + PAGE}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${next}${contents}</ListBucketResult>`;
}

/** A small object store that speaks the same protocol: PUT, GET, DELETE and the list of whole objects under checked signatures. */
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
        const type = request.headers['content-type'] ?? '';
        objects.set(name, { type, bytes: Buffer.concat(chunks), modified: account.now?.() ?? Date.now() });
        return void response.writeHead(200).end();
      }
      const query = new URL(request.url as string, 'http://x').searchParams;
      if (query.get('list-type') === '2')
        return void response.writeHead(200, { 'content-type': 'application/xml' }).end(pageOf(objects, name, query));
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
