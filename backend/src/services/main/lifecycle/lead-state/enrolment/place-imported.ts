import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { writeImportedPlaces, type ImportedPlace } from './places.store';

/**
 * Puts leads where they stood in another product. A lead that came earlier only moves on: not once anything was sent to
 * it from here, and not against what a person decided here.
 */
export async function placeImported(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  places: readonly ImportedPlace[],
  at: Date,
): Promise<void> {
  if (places.length > 0) await writeImportedPlaces(workspaceId, sql, JSON.stringify(places), at);
}
