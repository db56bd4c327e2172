import type { WorkspaceId } from '@skein/contracts/ids';
import { timingSafeEqual } from 'node:crypto';
import type { HandlerInput } from '@skein/contracts/endpoint';
import type {
  placementReportsContract,
  PlacementShareView,
} from '@skein/contracts/smart-delivery/placement-reports.contract';
import { noteInTrail } from '#platform/audit/audit.store';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { SmartDeliveryDeps } from './deps';
import { pdfAnswer } from './export-report';
import { requireTest, type Who } from './placement-tests';
import { readSharedReport } from './read-report';
import { noSuchReport, sharedPage } from './share-page';
import * as store from './shares.store';

type Body = HandlerInput<(typeof placementReportsContract)['endpoints']['addShare']>['body'];
const day = 86_400_000;
const done = { done: true } as const;
/** Links end by the clock of the world, not by that of campaigns. */
const nowOf = (deps: SmartDeliveryDeps) => new Date(deps.realClock.now());

/** What stands in a link: only this installation can make one. */
function tokenOf(deps: SmartDeliveryDeps, workspaceId: WorkspaceId, id: number): string {
  const text = `${workspaceId}.${id}`;
  return `${text}.${deps.reports.sign(`placement-share ${text}`)}`;
}

function readToken(deps: SmartDeliveryDeps, token: string): { workspaceId: WorkspaceId; id: number } | null {
  const found = /^([1-9]\d{0,8})\.([1-9]\d{0,8})\.([\w-]{43})$/.exec(token);
  if (!found) return null;
  const [workspaceId, id] = [Number(found[1]), Number(found[2])];
  const [expected, given] = [Buffer.from(tokenOf(deps, workspaceId, id)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given) ? { workspaceId, id } : null;
}

/** @param baseUrl where people of the workspace's brand reach the product */
function viewOf(
  deps: SmartDeliveryDeps,
  { workspaceId, baseUrl }: { workspaceId: WorkspaceId; baseUrl: string },
  row: store.ShareRecord,
): PlacementShareView {
  return {
    id: row.id,
    url: `${baseUrl}/api/smart-delivery/shared/${tokenOf(deps, workspaceId, row.id)}`,
    client: row.client,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    is_expired: row.expires_at <= nowOf(deps),
  };
}

/** Links of a test, and the clients whose mailboxes it has. */
export async function listShares(deps: SmartDeliveryDeps, who: Who, id: number) {
  const { rows, boxes } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireTest(who, sql, id);
    return {
      rows: await store.findShares(who.workspaceId, sql, id, who.client?.id ?? null),
      boxes: await store.findTestMailboxes(who.workspaceId, sql, id),
    };
  });
  const { baseUrl } = await deps.reports.brandOf(who.workspaceId);
  const clients = new Map(
    boxes.flatMap((box) => (box.client_id === null ? [] : [[box.client_id, box.client ?? ''] as const])),
  );
  return {
    rows: rows.map((row) => viewOf(deps, { workspaceId: who.workspaceId, baseUrl }, row)),
    clients: [...clients].map(([clientId, name]) => ({ id: clientId, name })),
  };
}

/** @throws SkeinError NOT_FOUND for a client that has no mailbox in the test, VALIDATION where results of several would be shown */
export async function createShare(deps: SmartDeliveryDeps, who: Who, id: number, body: Body) {
  const now = nowOf(deps);
  const share = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const test = await requireTest(who, sql, id);
    const owners = new Set((await store.findTestMailboxes(who.workspaceId, sql, id)).map((box) => box.client_id));
    const asked = who.client?.id ?? body.client_id;
    if (asked !== null && !owners.has(asked) && !(test.is_self_sent && test.client_id === asked))
      throw notFound('This client');
    if (asked === null && owners.size > 1)
      throw new SkeinError(
        'VALIDATION',
        'The mailboxes of this test belong to several clients. Choose whose results the link shows.',
        [{ field: 'client_id', message: 'is needed' }],
      );
    const clientId = asked ?? [...owners][0] ?? null;
    const shareId = await store.addShare(who.workspaceId, sql, {
      testId: id,
      clientId,
      createdBy: who.userId,
      at: now,
      expiresAt: new Date(now.getTime() + body.days * day),
    });
    await noteInTrail(who.workspaceId, sql, {
      kind: 'placement-link',
      action: 'created',
      objectId: String(shareId),
      label: test.name,
    });
    return store.findWorkingShare(who.workspaceId, sql, shareId, now);
  });
  const { baseUrl } = await deps.reports.brandOf(who.workspaceId);
  return viewOf(deps, { workspaceId: who.workspaceId, baseUrl }, share as store.ShareRecord);
}

/** @throws SkeinError NOT_FOUND */
export async function endShare(deps: SmartDeliveryDeps, who: Who, id: number, shareId: number) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const test = await requireTest(who, sql, id);
    if (
      !(await store.revokeShare(who.workspaceId, sql, {
        testId: id,
        id: shareId,
        clientId: who.client?.id ?? null,
        at: nowOf(deps),
      }))
    )
      throw notFound('This link');
    await noteInTrail(who.workspaceId, sql, {
      kind: 'placement-link',
      action: 'deleted',
      objectId: String(shareId),
      label: test.name,
    });
  });
  return done;
}

/** The report behind a link; null when the link is not ours or no longer works (`findWorkingShare`). */
async function openShare(deps: SmartDeliveryDeps, token: string) {
  const known = readToken(deps, token);
  if (!known) return null;
  const { workspaceId, id } = known;
  const found = await deps.db.tenantSql(workspaceId, async (sql) => {
    const share = await store.findWorkingShare(workspaceId, sql, id, nowOf(deps));
    return share && { share, boxes: await store.findTestMailboxes(workspaceId, sql, share.test_id) };
  });
  if (!found) return null;
  const { share, boxes } = found;
  const theirs = new Set(
    boxes.filter((box) => share.client_id === null || box.client_id === share.client_id).map((box) => box.id),
  );
  const report = await readSharedReport(
    deps,
    workspaceId,
    share.test_id,
    // An email of another tool has no mailbox: such a test belongs to one client as a whole.
    (mailboxId) => mailboxId === null || theirs.has(mailboxId),
  );
  return { workspaceId, share, report };
}

export async function showShared(deps: SmartDeliveryDeps, token: string) {
  const opened = await openShare(deps, token);
  if (!opened) return noSuchReport();
  const brand = await deps.reports.brandOf(opened.workspaceId);
  return sharedPage(opened.report, { ...brand, logo: await brand.readLogo() }, opened.share.client, token);
}

export async function downloadShared(deps: SmartDeliveryDeps, token: string) {
  const opened = await openShare(deps, token);
  return opened ? pdfAnswer(deps, opened.workspaceId, opened.report) : noSuchReport();
}
