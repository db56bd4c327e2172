import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { routes } from '../../../../platform/http/routes';
import type { ServiceDeps } from '../../../../platform/http/service-deps';
import { readAnswers, readReplyTimes, readWaiting } from './read-answers';
import { readAttention } from './read-attention';
import { exportGroups, readGroups } from './read-groups';
import { readMailboxStates, readProviderMatrix } from './read-providers';
import { readRecap } from './read-recap';

const nowOf = ({ campaignClock, realClock }: ServiceDeps) => (campaignClock ?? realClock).now();

/** Figures of a whole agency over HTTP: one line an endpoint. */
export const insightsRoutes = (deps: ServiceDeps) =>
  routes(insightsContract)(deps, {
    insightGroups: ({ db }, { actor, query }) => readGroups(db, actor, query),
    insightReplyTimes: ({ db }, { actor, query }) => readReplyTimes(db, actor, query),
    insightAnswers: ({ db }, { actor, query }) => readAnswers(db, actor, query),
    insightWaiting: (known, { actor, query }) => readWaiting(known.db, actor, query, nowOf(known)),
    insightMatrix: ({ db }, { actor, query }) => readProviderMatrix(db, actor, query),
    insightMailboxes: ({ db }, { actor, query }) => readMailboxStates(db, actor, query),
    insightAttention: (known, { actor, query }) => readAttention(known.db, actor, query, nowOf(known)),
    exportInsights: ({ db }, { actor, query }) => exportGroups(db, actor, query),
    yearRecap: ({ db }, { actor, query }) => readRecap(db, actor, query.year),
  });
