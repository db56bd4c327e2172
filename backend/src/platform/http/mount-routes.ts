import { Hono } from 'hono';
import { errorAnswer } from './error-answer';
import { requestIdOf } from './request-id';
import { literalFirst } from './routes';
import { SkeinError } from './skein-error';

/**
 * One app of several mounted contracts. Their routes are sorted together, so that `/api/campaigns/tags` of one contract
 * wins over `/api/campaigns/:campaignId` of another, whatever the order in which features stand in the table.
 */
export function mountRoutes(features: Hono[]): Hono {
  const app = new Hono({ strict: false });
  const all = features.flatMap((feature) => feature.routes);
  for (const route of all.sort((one, other) => literalFirst(one.path, other.path)))
    app.on(route.method, [route.path], route.handler);
  app.notFound((context) => {
    const requestId = requestIdOf(context.req.raw);
    context.header('x-request-id', requestId);
    return context.json(errorAnswer(new SkeinError('NOT_FOUND', 'There is nothing at this address.'), requestId), 404);
  });
  return app;
}
