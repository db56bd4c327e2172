import type { SqlClient } from '#platform/db/database';
import type { StoredSeed } from './seed-login';

/** Real hours for which a code works. */
export const codeHours = 24;
/** Real minutes between the looks for a code, from when it was emailed. */
const lookMinutes = [0.25, 0.75, 1, 3, 5, 10, 20, 40, 80, 160, 320, 640];

/** A seed of a workspace that waits for its code. */
export interface WaitingSeed extends StoredSeed {
  owner_workspace_id: number;
  code_hash: string;
}

const columns = 's.id, s.email, s.imap, s.auth_method, s.sealed_password, s.owner_workspace_id, s.code_hash';
const isWaiting = (now: string) => `(
  s.code_hash is not null
  and s.code_mailed_at > ${now}::timestamptz - make_interval(hours => ${codeHours})
  and s.owner_workspace_id is not null
  and s.deleted_at is null
)`;

/** A seed that waits for a code that works still; null for any other. System role only. */
export async function findWaiting(sql: SqlClient, id: number, now: Date): Promise<WaitingSeed | null> {
  const { rows } = await sql.query<WaitingSeed>(
    `select ${columns} from placement_seed s where s.id = $1 and ${isWaiting('$2')}`,
    [id, now],
  );
  return rows[0] ?? null;
}

/**
 * Keeps a new code; the one before it works no longer. System role only.
 * @returns false when the seed waits for none, or one was emailed less than a minute ago
 */
export async function keepCode(
  sql: SqlClient,
  { id, codeHash, at }: { id: number; codeHash: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update placement_seed
      set code_hash = $2, code_mailed_at = $3, code_looks = 0, code_look_at = $3::timestamptz + make_interval(secs => $4),
        problem = null
      where id = $1
        and owner_workspace_id is not null
        and proved_at is null
        and deleted_at is null
        and (code_mailed_at is null or code_mailed_at <= $3::timestamptz - interval '1 minute')
    `,
    [id, codeHash, at, (lookMinutes[0] as number) * 60],
  );
  return rowCount === 1;
}

/** A code that could not be emailed. System role only. */
export const dropCode = (sql: SqlClient, id: number, codeHash: string, problem: string) =>
  sql.query(
    `
      update placement_seed
      set code_hash = null, code_mailed_at = null, code_look_at = null, problem = $3
      where id = $1 and code_hash = $2
    `,
    [id, codeHash, problem.slice(0, 500)],
  );

/** Looks for the code from now on as if it had just been emailed. System role only. */
export const lookAgain = (sql: SqlClient, id: number, now: Date) =>
  sql.query('update placement_seed set code_looks = 0, code_look_at = $2 where id = $1 and code_hash is not null', [
    id,
    now,
  ]);

/**
 * Takes seeds whose code is to be looked for. The next look is committed before, so that a process that dies leaves the seed to the next.
 * System role only.
 */
export async function takeWaiting(sql: SqlClient, now: Date, most: number): Promise<WaitingSeed[]> {
  const { rows } = await sql.query<WaitingSeed>(
    `
      with due as (
        select id
        from placement_seed
        where code_look_at <= $1
        order by code_look_at
        limit $2
        for update skip locked
      ),
      taken as (
        update placement_seed s
        set code_looks = s.code_looks + 1,
          code_look_at = $1::timestamptz + make_interval(secs => 60 * ($3::float8[])[s.code_looks + 2])
        from due
        where s.id = due.id
        returning s.*
      )
      select ${columns} from taken s where ${isWaiting('$1')}
    `,
    [now, most, lookMinutes],
  );
  return rows;
}

/**
 * The code was found: runs write to the seed from now on.
 * @returns false when another code or login was given meanwhile. System role only.
 */
export async function proveSeed(sql: SqlClient, seed: WaitingSeed, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update placement_seed
      set proved_at = $4, in_use = true, problem = null, checked_at = $4, code_hash = null, code_mailed_at = null,
        code_look_at = null
      where id = $1 and code_hash = $2 and owner_workspace_id = $3 and imap = $5 and deleted_at is null
    `,
    [seed.id, seed.code_hash, seed.owner_workspace_id, at, JSON.stringify(seed.imap)],
  );
  return rowCount === 1;
}

/** The code was found, but the mailbox cannot be a seed of the workspace. System role only. */
export const refuseProof = (sql: SqlClient, { id, code_hash: codeHash }: WaitingSeed, problem: string, at: Date) =>
  sql.query(
    `
      update placement_seed
      set problem = $3, checked_at = $4, code_hash = null, code_mailed_at = null, code_look_at = null
      where id = $1 and code_hash = $2
    `,
    [id, codeHash, problem.slice(0, 500), at],
  );
