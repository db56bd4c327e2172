import type { WorkspaceId } from '@skein/contracts/ids';
import { randomInt } from 'node:crypto';
import type { SqlClient } from '#platform/db/database';
import { ofWorkspace } from './seed-choice.store';
import { isInUse } from './seeds.store';

/** Without letters and digits that look alike. */
const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** What a person puts into the email of a run: words that no filter minds and that survive rewriting. */
const newCode = (): string => {
  const letters = Array.from({ length: 10 }, () => codeLetters[randomInt(codeLetters.length)]).join('');
  return `PT-${letters.slice(0, 5)}-${letters.slice(5)}`;
};

/**
 * Begins the next run: one mail for each sender and seed. Variants take turns over the seeds of each mailbox, each
 * mailbox one further. Tokens are random.
 * @returns its number
 */
export async function addRun(workspaceId: WorkspaceId, sql: SqlClient, testId: number, now: Date): Promise<number> {
  await sql.query('select 1 from placement_test where workspace_id = $1 and id = $2 for update', [workspaceId, testId]);
  const { rows } = await sql.query<{ id: number; number: number }>(
    `
      insert into placement_run (workspace_id, test_id, number, started_at, code)
      select $1, t.id, (select coalesce(max(number), 0) + 1 from placement_run where workspace_id = $1 and test_id = $2),
        $3, case when t.is_self_sent then $4 end
      from placement_test t
      where t.workspace_id = $1 and t.id = $2
      returning id, number
    `,
    [workspaceId, testId, now, newCode()],
  );
  const run = rows[0] as { id: number; number: number };
  await sql.query(
    `
      insert into placement_mail (workspace_id, run_id, mailbox_id, seed_id, send_at, token, message_id, kind, variant)
      select $1, $3, m.id, s.id, $4, k.token, '<' || k.token || '@' || split_part(m.from_email, '@', 2) || '>', k.kind,
        case when k.kind = 'REAL' then t.variants -> (
          (row_number() over (partition by m.id, k.kind order by s.provider, s.region, s.id)
            + dense_rank() over (order by m.id)) % greatest(jsonb_array_length(t.variants), 1)
        )::int ->> 'label' end
      from placement_test t
      join mailbox m on m.workspace_id = $1 and m.id = any(t.sender_ids) and m.deleted_at is null
      join placement_seed s on s.id = any(t.seed_ids) and ${isInUse('s.')} and ${ofWorkspace('$1')}
      cross join lateral (
        select replace(gen_random_uuid()::text, '-', '') as token, w.kind
        from (values ('REAL'), ('CONTROL')) as w (kind)
        where m.id is not null and s.id is not null and (w.kind = 'REAL' or t.has_control)
      ) k
      where t.workspace_id = $1 and t.id = $2
    `,
    [workspaceId, testId, run.id, now],
  );
  await sql.query(
    `
      insert into placement_mail (workspace_id, run_id, seed_id, state, send_at, look_at, token, message_id)
      select $1, $3, s.id, 'SENT', $4, $4, k.token, '<' || k.token || '@self-sent>'
      from placement_test t
      join placement_seed s on s.id = any(t.seed_ids) and ${isInUse('s.')} and ${ofWorkspace('$1')}
      cross join lateral (select replace(gen_random_uuid()::text, '-', '') || left(s.email, 0) as token) k
      where t.workspace_id = $1 and t.id = $2 and t.is_self_sent
    `,
    [workspaceId, testId, run.id, now],
  );
  return run.number;
}
