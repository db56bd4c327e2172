/**
 * What the server hands on with each request; `trustedProxies` is the number of proxies of our own in front of it. Whoever answers with
 * a stream that does not end by itself says so by `noteStream`, so that the server ends it when it stops. `isForeignPage` says that the
 * request names an origin that is none of ours (cross-origin.ts).
 */
export interface ConnectionFacts {
  incoming?: { socket?: { remoteAddress?: string } };
  trustedProxies?: number;
  noteStream?: () => void;
  isForeignPage?: boolean;
}

/**
 * Address of the caller: the socket's, or behind proxies of our own what the outermost of them wrote into X-Forwarded-For. Each
 * proxy adds the address it saw at the end, so it is counted from there: what stands before is the caller's own word.
 */
export function clientAddress(facts: ConnectionFacts | undefined, forwarded: string | undefined): string {
  const proxies = facts?.trustedProxies ?? 0;
  const named = (forwarded ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  return (
    (proxies > 0 ? named.at(-Math.min(proxies, named.length)) : undefined) ??
    facts?.incoming?.socket?.remoteAddress ??
    'unknown'
  );
}
