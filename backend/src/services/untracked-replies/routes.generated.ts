// Written by `npm run generate`: do not edit.
import type { Hono } from 'hono';
import type { UntrackedRepliesDeps } from './deps';
import { untrackedBlocksRoutes } from './untracked-blocks.routes';
import { untrackedRepliesRoutes } from './untracked-replies.routes';
import { untrackedRulesRoutes } from './untracked-rules.routes';

/** The routes of every feature of this service. */
export const featureRoutes = (deps: UntrackedRepliesDeps): Hono[] => [
  untrackedBlocksRoutes(deps),
  untrackedRepliesRoutes(deps),
  untrackedRulesRoutes(deps),
];
