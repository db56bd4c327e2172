import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { CallOutput, HandlerInput } from '@skein/contracts/endpoint';
import type { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { DAY_MS, instantOfLocal } from '@skein/template/zone-clock';
import { cursorNumber } from '#platform/db/cursor';
import type { RequestActor } from '#platform/http/request-actor';
import { require, requireClient, requireVisible, type Settings } from './connect-mailbox';
import { scopeOf, type Who } from '#access/access.api';
import {
  applyRules,
  cancelReservedOf,
  deleteMailbox,
  writeColumns,
  writeManySuspended,
  writeSuspended,
  writeTags,
} from './change-mailbox.store';
import { filterOf, type MailboxFilter } from './mailbox-filter';
import { mailboxView } from './mailbox-view';
import type { MailboxDeps } from './mailboxes.deps';
import type { MailboxRecord } from './mailbox-record.store';
import { countMailboxes, findCampaignsOfMailbox, findMailboxPage, findVisibleIds } from './mailboxes.store';
import { localDay } from '#engine/sending/local-day';

type ListEndpoint = (typeof mailboxesContract)['endpoints']['list'];
interface Cursors {
  readCursor: (text: string | undefined) => { key: string | number; id: number } | undefined;
  writeCursor: (cursor: { key: string | number; id: number }) => string;
}

export async function listMailboxes(
  deps: MailboxDeps,
  actor: RequestActor,
  query: HandlerInput<ListEndpoint>['query'],
  cursors: Cursors,
): Promise<CallOutput<ListEndpoint>> {
  const now = deps.now();
  const { rows, total } = await findMailboxPage(deps.db, actor.workspaceId, new Date(now), {
    ...filterOf(actor, query),
    sort: query.sort,
    limit: query.limit,
    after: placeOf(cursors.readCursor(query.cursor), query.sort),
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => mailboxView(row, now)),
    next_cursor: rows.length > query.limit && last ? cursors.writeCursor({ key: last.sort_key, id: last.id }) : null,
    total,
    total_is_capped: false,
    totals: await countMailboxes(deps.db, actor.workspaceId, scopeOf(actor)),
  };
}

/** A place that fits the order: ids and counts are numbers, addresses texts. @throws SkeinError VALIDATION */
function placeOf(
  place: { key: string | number; id: number } | undefined,
  sort: HandlerInput<ListEndpoint>['query']['sort'],
) {
  return place && { key: sort === 'email' ? String(place.key) : cursorNumber(place.key), id: cursorNumber(place.id) };
}

export async function updateMailbox(
  deps: MailboxDeps,
  actor: RequestActor,
  mailboxId: MailboxId,
  {
    ramp,
    resting_until: rest,
    ...change
  }: Settings & {
    ramp?: { start: number; increase: number } | null | undefined;
    resting_until?: string | null | undefined;
  },
): Promise<MailboxView> {
  const { time_zone: zone, client_id: current } = await requireVisible(deps, actor, mailboxId);
  if (change.client_id !== current) await requireClient(deps, actor, change.client_id);
  const grown =
    ramp === undefined
      ? {}
      : {
          ramp:
            ramp === null
              ? null
              : JSON.stringify({ from: localDay(change.time_zone ?? zone, deps.now()).date, ...ramp }),
        };
  const restingUntil =
    rest === undefined || rest === null
      ? rest
      : new Date(instantOfLocal(change.time_zone ?? zone, Date.parse(rest) / DAY_MS, 0));
  await writeColumns(deps.db, actor.workspaceId, mailboxId, {
    change: { ...change, ...grown, resting_until: restingUntil },
  });
  if (restingUntil && restingUntil.getTime() > deps.now())
    await cancelReservedOf(deps.db, actor.workspaceId, mailboxId);
  await deps.publish(actor.workspaceId, ['mailboxes', `mailbox:${mailboxId}`]);
  return mailboxView(await require(deps, actor.workspaceId, mailboxId), deps.now());
}

/** Suspending cancels what is reserved and not yet on its way; campaigns keep the mailbox. */
export async function setSuspended(
  deps: MailboxDeps,
  actor: RequestActor,
  mailboxId: MailboxId,
  isSuspended: boolean,
): Promise<MailboxView> {
  await requireVisible(deps, actor, mailboxId);
  await writeSuspended(deps.db, actor.workspaceId, mailboxId, isSuspended ? new Date(deps.now()) : null);
  await deps.publish(actor.workspaceId, ['mailboxes', `mailbox:${mailboxId}`]);
  return mailboxView(await require(deps, actor.workspaceId, mailboxId), deps.now());
}

/** Suspends many mailboxes, or lets them send again. @returns those that were not so before */
export async function suspendMany(
  deps: MailboxDeps,
  actor: RequestActor,
  mailboxIds: MailboxId[],
  isSuspended: boolean,
): Promise<{ changed: number[] }> {
  const changed = await writeManySuspended(
    deps.db,
    actor.workspaceId,
    await findVisibleIds(deps.db, actor.workspaceId, mailboxIds, scopeOf(actor)),
    isSuspended ? new Date(deps.now()) : null,
  );
  await deps.publish(actor.workspaceId, ['mailboxes']);
  return { changed };
}

export async function tagMany(
  deps: MailboxDeps,
  actor: RequestActor,
  change: { mailbox_ids: MailboxId[]; add_tag_ids: number[]; remove_tag_ids: number[] },
): Promise<{ changed: number }> {
  const changed = await writeTags(deps.db, actor.workspaceId, {
    mailboxIds: await findVisibleIds(deps.db, actor.workspaceId, change.mailbox_ids, scopeOf(actor)),
    add: change.add_tag_ids,
    remove: change.remove_tag_ids,
    who: actor,
  });
  await deps.publish(actor.workspaceId, ['mailboxes', 'tags']);
  return { changed };
}

export async function removeMailbox(
  deps: MailboxDeps,
  actor: RequestActor,
  mailboxId: MailboxId,
): Promise<{ done: true; reallocated_leads: number }> {
  await requireVisible(deps, actor, mailboxId);
  const leads = await deleteMailbox(deps.db, actor.workspaceId, mailboxId, new Date(deps.now()));
  await deps.publish(actor.workspaceId, ['mailboxes', 'campaigns']);
  return { done: true, reallocated_leads: leads };
}

/** The newest mailboxes that a filter matches, at most `limit`. */
export async function findNewestMailboxes(
  deps: Pick<MailboxDeps, 'db' | 'now'>,
  workspaceId: WorkspaceId,
  filter: MailboxFilter & { limit: number },
): Promise<MailboxRecord[]> {
  const { rows } = await findMailboxPage(deps.db, workspaceId, new Date(deps.now()), { ...filter, sort: 'newest' });
  return rows.slice(0, filter.limit);
}

/** How many mailboxes this person sees, in each state. */
export const countVisibleMailboxes = (deps: Pick<MailboxDeps, 'db'>, who: Who) =>
  countMailboxes(deps.db, who.workspaceId, scopeOf(who));

/** Campaigns that send from a mailbox, with its numbers of today. */
export async function listCampaignsOfMailbox(deps: MailboxDeps, actor: RequestActor, mailboxId: MailboxId) {
  const record = await requireVisible(deps, actor, mailboxId);
  return {
    rows: await findCampaignsOfMailbox(deps.db, actor.workspaceId, {
      now: new Date(deps.now()),
      mailboxId: record.id,
      timeZone: record.time_zone,
      scope: scopeOf(actor),
    }),
  };
}

/** Gives mailboxes of no client the client that a rule names, after they got their tags. */
export const applyClientRulesTo = (
  deps: Pick<MailboxDeps, 'db'>,
  workspaceId: WorkspaceId,
  mailboxIds: readonly MailboxId[],
) => applyRules(deps.db, workspaceId, mailboxIds);
