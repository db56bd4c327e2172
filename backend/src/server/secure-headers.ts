import type { IncomingMessage, ServerResponse } from 'node:http';

/** A year, for this host name alone: an agency's other names are none of our business (RFC 6797). */
const STRICT_TRANSPORT = 'max-age=31536000';

/** What mails point to: asked most of all, by mail programs that heed none of these headers, and without content of ours. */
const isTracking = (path: string) => /^\/[ocu]\//.test(path);
/** Answers about people and with secrets in them, which no cache may keep, also when a key stands in the address. */
const isPrivate = (path: string) => /^\/(?:api|graphql)(?:[/?]|$)/.test(path);

/**
 * Headers of every answer, including one that fails before an app handles it. A handler can set another value.
 * @param isHttps whether people reach this installation over TLS
 */
export function secureHeaders(isHttps: boolean): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const path = request.url ?? '';
    if (isTracking(path)) return;
    response.setHeader('x-content-type-options', 'nosniff');
    if (isPrivate(path)) response.setHeader('cache-control', 'no-store');
    // Browsers must not be told over a connection that anybody may have changed.
    if (isHttps && request.headers['x-forwarded-proto'] !== 'http')
      response.setHeader('strict-transport-security', STRICT_TRANSPORT);
  };
}
