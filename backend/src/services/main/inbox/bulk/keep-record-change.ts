import type { EnrolmentId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { ServiceDeps } from '#platform/http/service-deps';
import type { Who } from '#access/access.api';
import { insertDoneChange, type ConversationValues } from './inbox-changes.store';
import type { RecordAction } from './record-action';

/** What was done to a record: of one conversation, or of none. */
interface Kept {
  action: RecordAction;
  of?: { enrolmentId: EnrolmentId; before: ConversationValues; after?: ConversationValues };
}

/** Keeps a change for undoing. @returns its key among the recent changes */
export async function keepRecordChange(
  { campaignClock, realClock }: Pick<ServiceDeps, 'campaignClock' | 'realClock'>,
  sql: SqlClient,
  who: Who,
  { action, of }: Kept,
): Promise<string> {
  const { workspaceId, userId, role, client } = who;
  const id = await insertDoneChange(workspaceId, sql, {
    action,
    who: { workspaceId, userId, role, client },
    at: new Date((campaignClock ?? realClock).now()),
    now: new Date(realClock.now()),
    rows: of
      ? [
          {
            ...{ enrolment_id: of.enrolmentId, outcome: 'CHANGED', before: of.before },
            ...(of.after ? { after: of.after } : {}),
          },
        ]
      : [],
  });
  return `change-${id}`;
}
