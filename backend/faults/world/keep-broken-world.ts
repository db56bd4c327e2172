import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from '../checker/evidence';
import type { FaultWorld } from './fault-world';

/** Tables that tell a mail's story: who was to get it, what became of it, and who had it in hand. */
const tables = ['campaign', 'mailbox', 'enrolment', 'intent', 'trigger_run', 'event', 'message'] as const;

/**
 * Writes the rows of a world in which a rule broke, a file of JSON lines for each table, and what its judge was given: the database
 * goes with the world, and the same seed seldom brings the same moment about twice.
 * @returns the folder
 */
export async function keepBrokenWorld(world: FaultWorld, evidence: Evidence, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const table of tables) {
    const rows = await world.test.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by t.id`,
    );
    writeFileSync(join(folder, `${table}.jsonl`), rows.map(({ row }) => `${row}\n`).join(''));
  }
  writeFileSync(
    join(folder, 'evidence.json'),
    JSON.stringify(
      evidence,
      (_, value: unknown) =>
        typeof value === 'bigint'
          ? String(value)
          : value instanceof Map
            ? [...value]
            : value instanceof Set
              ? [...value]
              : value,
      1,
    ),
  );
  return folder;
}
