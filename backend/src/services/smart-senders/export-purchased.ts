import type { RequestActor } from '#platform/http/request-actor';
import { csvAnswer } from '#platform/csv/csv-answer';
import { csvLine } from '@skein/contracts/csv-cell';
import { listDomains, listMailboxes } from './purchased-mailboxes';
import type { PurchaseDeps } from './purchases.deps';

type Who = Pick<RequestActor, 'workspaceId' | 'userId'>;
interface Filter {
  search?: string;
  status?: string;
}
const batch = 200;
const money = (cents: number): string => (cents / 100).toFixed(2);
const day = (at: string | null): string => at?.slice(0, 10) ?? '';

/** Reads a list to its end, a page at a time. */
function pages<Row>(read: (cursor: string | undefined) => Promise<{ rows: Row[]; next_cursor: string | null }>) {
  let cursor: string | undefined;
  let isOver = false;
  return async (line: (row: Row) => string): Promise<string[]> => {
    if (isOver) return [];
    const page = await read(cursor);
    isOver = page.next_cursor === null;
    cursor = page.next_cursor ?? undefined;
    return page.rows.map(line);
  };
}

/** Purchased mailboxes as CSV, those that the filter leaves, newest first. */
export function exportMailboxes(deps: PurchaseDeps, who: Who, filter: Filter): Response {
  const next = pages((cursor) => listMailboxes(deps, who, { ...filter, ...(cursor ? { cursor } : {}), limit: batch }));
  return csvAnswer(
    'purchased-mailboxes.csv',
    [
      'email',
      'first name',
      'last name',
      'offer',
      'order',
      'client',
      'state',
      'dns',
      'warmup',
      'emails a day',
      'price',
      'renews',
      'cancelled',
    ],
    () =>
      next((row) =>
        csvLine([
          row.email,
          row.first_name,
          row.last_name,
          row.offer_name,
          row.order_id,
          row.client_name ?? '',
          row.status.toLowerCase(),
          row.dns_problem ?? row.dns.toLowerCase(),
          row.warmup?.toLowerCase() ?? '',
          row.daily_limit,
          money(row.price_cents),
          day(row.renews_at),
          row.is_cancelled ? 'yes' : 'no',
        ]),
      ),
  );
}

/** Purchased domains as CSV, those that the filter leaves, newest first. */
export function exportDomains(deps: PurchaseDeps, who: Who, filter: Filter): Response {
  const next = pages((cursor) => listDomains(deps, who, { ...filter, ...(cursor ? { cursor } : {}), limit: batch }));
  return csvAnswer(
    'purchased-domains.csv',
    [
      'domain',
      'offer',
      'order',
      'client',
      'state',
      'records that pass',
      'records',
      'mailboxes',
      'forwards to',
      'price',
      'expires',
      'renews',
    ],
    () =>
      next((row) =>
        csvLine([
          row.name,
          row.offer_name,
          row.order_id,
          row.client_name ?? '',
          row.status.toLowerCase(),
          row.records.filter((record) => record.state === 'PASS').length,
          row.records.length,
          row.mailboxes,
          row.forwards_to,
          money(row.price_cents),
          day(row.expires_at),
          row.auto_renew ? 'yes' : 'no',
        ]),
      ),
  );
}
