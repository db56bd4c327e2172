import type { Hono } from 'hono';

/** A path without the names of its parameters. */
export const shapeOf = (path: string) => path.replace(/:\w+(\{[^}]*\})?/g, ':').replace(/(.)\/$/, '$1');

const known = new WeakMap<Hono, string[]>();

/** Every route of a service, `GET /api/campaigns/:`; none where there is no such service. */
export function mountedIn(app: Hono | undefined): string[] {
  if (!app) return [];
  const mounted = known.get(app) ?? [...new Set(app.routes.map(({ method, path }) => `${method} ${shapeOf(path)}`))];
  known.set(app, mounted);
  return mounted;
}
