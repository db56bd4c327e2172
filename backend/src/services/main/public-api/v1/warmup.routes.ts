import { v1WarmupContract } from '@skein/contracts/v1/warmup.contract';
import type { MainDeps } from '#main/deps';
import { saveWarmup, warmupStats } from './warmup';
import { wireRoutes } from './wire-routes';

export const v1WarmupRoutes = (deps: MainDeps) =>
  wireRoutes(v1WarmupContract)(deps, {
    saveWarmup: (d, { raw, params, body }) => saveWarmup(d, raw.req.raw, params.mailboxId, body),
    warmupStats: (d, { raw, params }) => warmupStats(d, raw.req.raw, params.mailboxId),
  });
