import type { ArchiveManifest } from '@skein/contracts/main/workspace-archives.contract';
import type { MainDeps } from '#main/deps';
import { readVersion, type CatalogTable } from './archive-catalog.store';
import { beyondPlan, countRow, type ArchiveCounts } from './archive-limits';
import { addressOf, parseRow, readId } from './archive-row';
import * as rowsStore from './import-rows.store';
import { ArchiveError, type OpenArchive } from './read-archive';

type CheckDeps = Pick<MainDeps, 'db'>;

/** An archive, where it is to come in, and what ends the look at it. */
interface ArchiveToCheck {
  workspaceId: number;
  archive: OpenArchive;
  catalog: readonly CatalogTable[];
  signal: AbortSignal;
}

/**
 * Reads all of an archive before the first row of it comes in, and makes room for its ids and months.
 * @throws ArchiveError for one that is damaged, of a newer version, beyond the plan, or here already
 */
export async function checkArchive(
  deps: CheckDeps,
  { workspaceId, archive, catalog, signal }: ArchiveToCheck,
): Promise<void> {
  const { manifest } = archive;
  const largest: Record<string, number> = {};
  let events: { first: string; last: string } | null = null;
  const counts: ArchiveCounts = { leads: 0, senders: 0, sequences: 0 };
  for (const table of manifest.tables) {
    const known = catalog.find((each) => each.name === table.name) as CatalogTable;
    const ids: number[] = [];
    const emails: string[] = [];
    const addresses: string[] = [];
    await archive.check(`rows/${table.name}.ndjson`, table, (line) => {
      const row = parseRow(line, table.name);
      countRow(counts, table.name, row);
      if (known.idLimit !== null) ids.push(readId(row, known));
      if (table.name === 'app_user') emails.push(String(row['email']));
      addresses.push(...addressOf(table.name, row));
      if (table.name === 'event') events = widen(events, String(row['at']));
    });
    await refuseTaken(deps, workspaceId, { table: table.name, ids, emails });
    await refuseUsed(deps, workspaceId, { table: table.name, addresses });
    if (ids.length > 0) largest[table.name] = ids.reduce((most, id) => Math.max(most, id), 0);
    signal.throwIfAborted();
  }
  const plan = await rowsStore.findPlan(deps.db, workspaceId);
  const excess = plan && beyondPlan(plan, counts);
  if (excess) throw new ArchiveError(excess);
  for (const file of manifest.files) {
    await archive.check(`files/${file.name}`, file);
    signal.throwIfAborted();
  }
  await rowsStore.prepareTables(deps.db, largest, monthsOf(events));
}

async function refuseTaken(
  deps: CheckDeps,
  workspaceId: number,
  { table, ids, emails }: { table: string; ids: readonly number[]; emails: readonly string[] },
): Promise<void> {
  for (let at = 0; at < ids.length; at += 50_000) {
    const taken = await rowsStore.findTakenId(deps.db, table, ids.slice(at, at + 50_000));
    if (taken !== null)
      throw new ArchiveError(
        `This installation already has a row ${taken} in ${table}. Import the archive into a new installation, or delete the workspace that it came from first.`,
      );
  }
  const taken = emails.length > 0 ? await rowsStore.findTakenEmail(deps.db, workspaceId, emails) : null;
  if (taken !== null)
    throw new ArchiveError(`${taken} has an account in another workspace of this installation. Remove it there first.`);
}

/** A seed is neither a sender nor a lead, wherever they come from. */
async function refuseUsed(
  deps: CheckDeps,
  workspaceId: number,
  { table, addresses }: { table: string; addresses: readonly string[] },
): Promise<void> {
  const kind = table === 'mailbox' ? 'mailbox' : 'lead';
  for (let at = 0; at < addresses.length; at += 50_000) {
    const some = addresses.slice(at, at + 50_000);
    const used = await rowsStore.findUsedAddress(deps.db, workspaceId, kind, some);
    if (!used) continue;
    const what = used.use === 'seed' ? 'a seed of placement tests' : 'in the warmup pool';
    throw new ArchiveError(
      `${used.email} is ${what} on this installation, and a ${kind} in the archive. Remove it there first.`,
    );
  }
}

/** @throws ArchiveError for an archive with tables or columns that this version does not know */
export async function refuseNewer(
  deps: CheckDeps,
  manifest: ArchiveManifest,
  catalog: readonly CatalogTable[],
): Promise<void> {
  const here = await deps.db.systemSql(readVersion);
  for (const { name, columns } of manifest.tables) {
    const known = catalog.find((table) => table.name === name);
    const unknown = known ? columns.find((column) => !known.columns.includes(column)) : name;
    if (unknown)
      throw new ArchiveError(
        `The archive has ${known ? `${name}.${unknown}` : `a table ${name}`}, which this version does not know (${here}; the archive is of ${manifest.version}). Update first.`,
      );
  }
  const missing = ['workspace', 'app_user'].find((name) => !manifest.tables.some((table) => table.name === name));
  if (missing) throw new ArchiveError(`This archive is not whole: ${missing} is missing.`);
}

const widen = (range: { first: string; last: string } | null, at: string) => ({
  first: range && range.first < at ? range.first : at,
  last: range && range.last > at ? range.last : at,
});

/** The months of events, twenty years at most. */
function monthsOf(range: { first: string; last: string } | null): { from: string; months: number } | null {
  const [first, last] = [new Date(range?.first ?? ''), new Date(range?.last ?? '')];
  if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return null;
  const months = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  return { from: first.toISOString().slice(0, 10), months: Math.min(months, 240) };
}
