import { randomUUID } from 'node:crypto';

/** Ids that callers give are words for logs, nothing else. */
const wellFormed = /^[\w.:-]{1,100}$/;

/** Kept outside the headers: writing one header would allocate objects for all of them on every request. */
const ids = new WeakMap<Request, string>();

/**
 * The id under which a request is known in every service and log line: the caller's where it is well-formed, otherwise a new one.
 * Whoever passes the request's credentials on to another service passes it on too (`credentialsOf`).
 */
export function requestIdOf(request: Request): string {
  let id = ids.get(request);
  if (id === undefined) {
    const given = request.headers.get('x-request-id');
    id = given !== null && wellFormed.test(given) ? given : randomUUID();
    ids.set(request, id);
  }
  return id;
}
