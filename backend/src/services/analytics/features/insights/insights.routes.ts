import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { routes } from '#platform/http/routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import { readAnswers, readReplyTimes } from './read-answers';
import { readAttention } from './read-attention';
import { exportGroups, readGroups } from './read-groups';
import { readMailboxStates, readProviderMatrix } from './read-providers';
import { readRecap } from './read-recap';
import { readWaiting } from './read-waiting';
import { readWeeks } from './read-weeks';
import { snoozeAttention, wakeAttention } from './snooze-attention';

const nowOf = ({ campaignClock, realClock }: ServiceDeps) => (campaignClock ?? realClock).now();

/** Figures of a whole agency over HTTP: one line an endpoint. */
export const insightsRoutes = (deps: ServiceDeps) =>
  routes(insightsContract)(deps, {
    insightGroups: (known, { actor, query }) => readGroups(known.db, actor, query, nowOf(known)),
    insightWeeks: ({ db }, { actor, query }) => readWeeks(db, actor, query),
    insightReplyTimes: ({ db }, { actor, query }) => readReplyTimes(db, actor, query),
    insightAnswers: (known, { actor, query }) => readAnswers(known.db, actor, query, nowOf(known)),
    insightWaiting: (known, { actor, query }) => readWaiting(known.db, actor, query, nowOf(known)),
    insightMatrix: ({ db }, { actor, query }) => readProviderMatrix(db, actor, query),
    insightMailboxes: ({ db }, { actor, query }) => readMailboxStates(db, actor, query),
    insightAttention: (known, { actor, query }) => readAttention(known.db, actor, query, nowOf(known)),
    snoozeAttention: (known, { actor, body }) => snoozeAttention(known.db, actor, body, nowOf(known)),
    wakeAttention: ({ db }, { actor, query }) => wakeAttention(db, actor, query.key),
    exportInsights: (known, { actor, query }) => exportGroups(known.db, actor, query, nowOf(known)),
    yearRecap: ({ db }, { actor, query }) => readRecap(db, actor, query.year),
  });
