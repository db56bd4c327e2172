import type { WorkspaceId } from '@skein/contracts/ids';
import { timingSafeEqual } from 'node:crypto';
import type { AnalyticsDeps } from '../../deps';
import { stopRecipient } from './reports.store';

type Deps = Pick<AnalyticsDeps, 'db' | 'realClock' | 'reports'>;

const textOf = (workspaceId: WorkspaceId, recipientId: number) => `${workspaceId}.${recipientId}`;

/** What stands in a recipient's link: nobody else can make one. */
export const stopToken = (deps: Pick<Deps, 'reports'>, workspaceId: WorkspaceId, recipientId: number): string =>
  `${textOf(workspaceId, recipientId)}.${deps.reports.sign(`report-stop ${textOf(workspaceId, recipientId)}`)}`;

/** Whose link it is; null when it is not ours. */
export function readStopToken(
  deps: Pick<Deps, 'reports'>,
  token: string,
): { workspaceId: WorkspaceId; recipientId: number } | null {
  const found = /^([1-9]\d{0,8})\.([1-9]\d{0,8})\.([\w-]{43})$/.exec(token);
  if (!found) return null;
  const [workspaceId, recipientId] = [Number(found[1]), Number(found[2])];
  const expected = Buffer.from(stopToken(deps, workspaceId, recipientId));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given) ? { workspaceId, recipientId } : null;
}

/** @returns the report that no longer comes; null when the link is not ours, or the report is gone */
export async function stopReport(
  deps: Deps,
  token: string,
): Promise<{ workspaceId: WorkspaceId; name: string; email: string } | null> {
  const known = readStopToken(deps, token);
  if (!known) return null;
  const stopped = await deps.db.tenantSql(known.workspaceId, (sql) =>
    stopRecipient(known.workspaceId, sql, known.recipientId, new Date(deps.realClock.now())),
  );
  return stopped && { ...stopped, workspaceId: known.workspaceId };
}
