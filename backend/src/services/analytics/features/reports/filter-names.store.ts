import type { WorkspaceId } from '@skein/contracts/ids';
import type { ReportFilter } from '@skein/contracts/analytics/reports.contract';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { Scope } from '../figures/selection';
import { campaignCondition } from '../figures/selection.store';
import { mailboxCondition } from '../insights/placement.store';

interface Named {
  id: number;
  name: string;
}

/** One kind of filter: the table `x` with its name, and which rows of it the scope may be told of. */
interface Kind {
  from: string;
  name: string;
  narrow: (conditions: Conditions, scope: Scope) => void;
}

const kinds: Record<ReportFilter, Kind> = {
  client: {
    from: 'agency_client c',
    name: 'c.name',
    narrow: (conditions, scope) => {
      if (scope.clientId !== null) conditions.add('c.id = ?', scope.clientId);
    },
  },
  campaign: {
    from: 'campaign c',
    name: 'c.name',
    narrow: (conditions, scope) => campaignCondition(conditions, scope, {}, 'c.id'),
  },
  mailbox: {
    from: 'mailbox m',
    name: 'm.from_email',
    narrow: (conditions, scope) => mailboxCondition(conditions, scope, {}),
  },
  tag: {
    from: 'tag t',
    name: 't.name',
    narrow: (conditions, scope) => {
      if (scope.clientId !== null)
        conditions.add(
          `t.id in (
            select k.tag_id
            from campaign_tag k
            join campaign c on c.workspace_id = $1 and c.id = k.campaign_id
            where k.workspace_id = $1 and c.client_id = ?
          )`,
          scope.clientId,
        );
    },
  },
};

/** Names of what reports are narrowed to, by id, as far as the scope may be told of them. */
export async function findFilterNames(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { filter, ids }: { filter: ReportFilter; ids: readonly number[] },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { from, name, narrow } = kinds[filter];
  const row = from.slice(-1);
  const conditions = new Conditions(workspaceId);
  conditions.add(`${row}.workspace_id = $1`).add(`${row}.id = any(?::int[])`, [...ids]);
  narrow(conditions, scope);
  const { rows } = await sql.query<Named>(
    `select ${row}.id, ${name} as name from ${from} where ${conditions.sql}`,
    conditions.values,
  );
  return new Map(rows.map((one) => [one.id, one.name]));
}
