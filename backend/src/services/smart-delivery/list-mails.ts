import type { HandlerInput } from '@skein/contracts/endpoint';
import type { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { ServiceDeps } from '#platform/http/service-deps';
import { requireTest, type Who } from './placement-tests';
import { findMailPage, type ResultMail } from './results.store';

type Query = HandlerInput<(typeof placementContract)['endpoints']['mails']>['query'];

export const toMail = (mail: ResultMail) => ({
  ...mail,
  mailbox_id: mail.mailbox_id ?? 0,
  send_at: mail.send_at.toISOString(),
  sent_at: mail.sent_at?.toISOString() ?? null,
  landed_at: mail.landed_at?.toISOString() ?? null,
});

/** A page of the emails of a run. @throws SkeinError NOT_FOUND for a test that is not theirs */
export async function listMails(deps: ServiceDeps, who: Who, testId: number, query: Query) {
  await deps.db.tenantSql(who.workspaceId, (sql) => requireTest(who, sql, testId));
  const { rows, total } = await deps.db.systemSql((sql) => findMailPage(who.workspaceId, sql, { ...query, testId }));
  return { rows: rows.map(toMail), total };
}
