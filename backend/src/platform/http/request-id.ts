import { randomUUID } from 'node:crypto';

/** Ids that callers give are words for logs, nothing else. */
const wellFormed = /^[\w.:-]{1,100}$/;

/**
 * The id under which a request is known in every service and log line: the caller's where it is well-formed, otherwise a new one. It
 * is written into the request, so that whoever passes the request's credentials on to another service passes it on too.
 */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  if (given !== null && wellFormed.test(given)) return given;
  const id = randomUUID();
  request.headers.set('x-request-id', id);
  return id;
}
