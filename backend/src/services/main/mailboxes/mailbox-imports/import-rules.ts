import type { MailboxImportOptions } from '@skein/contracts/main/mailbox-imports.contract';
import type { SqlClient } from '#platform/db/database';
import { scopeOf, type Who } from '#access/access.api';
import { findClientNames } from './import-rows.store';
import type { ReadRules } from './read-import-row';

/** How the rows of an import are read. */
export async function rulesOf(
  sql: SqlClient,
  who: Who,
  mapping: ReadRules['mapping'],
  options: MailboxImportOptions,
): Promise<ReadRules> {
  const clients = await findClientNames(who.workspaceId, sql, scopeOf(who).memberId);
  return {
    mapping,
    options,
    clients: new Map([
      ...clients.map(({ id, name }) => [name.toLowerCase(), id] as const),
      ...clients.map(({ id }) => [String(id), id] as const),
    ]),
  };
}
