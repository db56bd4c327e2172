import { edSubscriptionContract } from '@skein/contracts/ed-subscription/ed-subscription.contract';
import { placementReportsContract } from '@skein/contracts/smart-delivery/placement-reports.contract';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { authenticateMessage } from '#platform/mail-authentication/authenticate-message';
import { grantSubscription } from '#services/ed-subscription/ed-subscription.store';
import { lastPart, type Asked, type Prepared, type Preparations } from './prepared-route';

const content = { name: 'Fixture', subject: 'A question', body_text: 'Hello. Unsubscribe at any time.' };

/** A placement test that runs every day. @returns its id */
async function dailyTest({ services, person, own }: Asked): Promise<number> {
  const { id } = await services.asClient(placementContract, person).addTest({
    body: {
      ...{ ...content, type: 'auto', every_days: 1, time_zone: 'Europe/Berlin' },
      ...{ sender_ids: [own['mailboxId'] as number], providers: ['Fixture'] },
    },
  });
  return id;
}

/** The email of the fixture's placement test arrived. */
const arrived = ({ services, own }: Asked) =>
  services.main.test.query(
    `update placement_mail set state = 'SENT', sent_at = send_at, landed = 'INBOX' where id = $1`,
    [own['placementMailId']],
  );

/** Monitors that an operator granted for a month. */
async function granted({ services: { main }, person }: Asked): Promise<Prepared> {
  const at = new Date(main.realClock.now());
  const until = new Date(at.getTime() + 30 * 86_400_000);
  await main.deps.db.systemSql((sql) => grantSubscription(sql, person.workspaceId, { monitors: 100, until, at }));
  return {};
}

/** A link to the report of the fixture's placement test. */
async function shared({ services, person, own }: Asked): Promise<Prepared> {
  const { url } = await services.asClient(placementReportsContract, person).addShare({
    params: { placementTestId: own['placementTestId'] as number },
    body: {},
  });
  return { params: { token: lastPart(url) } };
}

export const placementPreparations: Preparations = {
  'GET /api/smart-delivery/shared/:token': shared,
  'GET /api/smart-delivery/shared/:token/report.pdf': shared,
  'POST /api/smart-delivery/tests/:placementTestId/records': async (asked) => {
    const { services, person, own } = asked;
    await arrived(asked);
    // Its domain had no DMARC record then.
    const mail = Buffer.from(`From: fixture-${person.workspaceId}@company.test\r\nSubject: Fixture\r\n\r\nHello\r\n`);
    const nothing = await authenticateMessage(mail, () =>
      Promise.reject(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })),
    );
    await services.main.test.query('update placement_mail set authentication = $2 where id = $1', [
      own['placementMailId'],
      JSON.stringify(nothing),
    ]);
    return { body: { step: 'dmarc:company.test' } };
  },
  'POST /api/smart-delivery/tests': async ({ own }) => ({
    body: {
      ...{ ...content, type: 'manual' },
      ...{ sender_ids: [own['mailboxId']], providers: ['Fixture'], draft_id: own['placementDraftId'] },
    },
  }),
  'POST /api/smart-delivery/tests/:placementTestId/close': async ({ services, person }) => {
    const { id } = await services.asClient(placementContract, person).addTest({
      body: { name: 'With another tool', type: 'manual', is_self_sent: true, providers: ['Fixture'] },
    });
    return { params: { placementTestId: id } };
  },
  'POST /api/smart-delivery/tests/:placementTestId/pause': async (asked) => ({
    params: { placementTestId: await dailyTest(asked) },
  }),
  'POST /api/smart-delivery/tests/:placementTestId/resume': async (asked) => {
    const params = { placementTestId: await dailyTest(asked) };
    await asked.services.asClient(placementContract, asked.person).pause({ params });
    return { params };
  },
  'POST /api/smart-delivery/tests/:placementTestId/runs': async (asked) => {
    await arrived(asked);
    return {};
  },
  'GET /api/smart-delivery/tests/:placementTestId/comparison': async (asked) => {
    await arrived(asked);
    await asked.services
      .asClient(placementContract, asked.person)
      .runAgain({ params: { placementTestId: asked.own['placementTestId'] as number } });
    return {};
  },
  'DELETE /api/ed-subscription/request': async ({ services, person }) => {
    await services.asClient(edSubscriptionContract, person).requestEdSubscription({ body: { monitors: 100 } });
    return {};
  },
  'POST /api/ed-subscription/end': granted,
  'POST /api/ed-subscription/keep': async (asked) => {
    await granted(asked);
    await asked.services.asClient(edSubscriptionContract, asked.person).endEdSubscription({ body: {} });
    return {};
  },
};
