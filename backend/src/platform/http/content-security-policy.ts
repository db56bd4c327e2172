/** What a page of ours may load, for the `Content-Security-Policy` header. */
export interface PolicyOptions {
  /** Fresh for every answer: style elements that are made at run time carry it. */
  nonce: string;
  /** Origins of services that are not behind our own one. */
  serviceOrigins?: readonly string[];
  /** Origins that deliver remotes, when they are not ours. */
  remoteOrigins?: readonly string[];
  /** Origins of scripts that an installation has named for reports and chat. */
  reportOrigins?: readonly string[];
}

/**
 * The policy of the application's page. No unsafe-eval, no unsafe-inline for scripts or style elements.
 * Style attributes are allowed: the chart library writes them as text into SVG, and mails that people read carry them. They can
 * neither load nor run anything.
 */
export function contentSecurityPolicy({
  nonce,
  serviceOrigins = [],
  remoteOrigins = [],
  reportOrigins = [],
}: PolicyOptions): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, ...remoteOrigins, ...reportOrigins],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...remoteOrigins],
    'style-src-attr': ["'unsafe-inline'"],
    // Remote images stand in mails only, after the person has asked for them; the mail's frame has a narrower policy of its own.
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...serviceOrigins],
    // Recordings of the university, served by its service.
    'media-src': ["'self'", ...serviceOrigins],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...serviceOrigins, ...remoteOrigins],
    'frame-src': ["'self'", 'blob:', ...reportOrigins],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
