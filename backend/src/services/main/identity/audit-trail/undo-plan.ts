import type { ClientId } from '@skein/contracts/ids';
import { campaignSettings } from '@skein/contracts/main/campaign-setting-list';
import type { Changes, EntryRecord } from './audit-trail.store';

/** How a kind is put back: which fields, and by which call of the product with which body. */
export interface UndoCall {
  call:
    | 'mailbox'
    | 'suspension'
    | 'webhook'
    | 'client'
    | 'client-status'
    | 'tag'
    | 'category'
    | 'folder'
    | 'member'
    | 'campaign'
    | 'retention'
    | 'webhook-again'
    | 'step-template-again'
    | 'client-rule-again';
  body: Record<string, unknown>;
}

/** By the column in the change history: the setting in the call. */
const undoableSettings = () =>
  Object.fromEntries(
    campaignSettings()
      .filter(([, setting]) => setting.history === 'UNDOABLE')
      .map(([name, { columns }]) => [Object.keys(columns)[0] as string, name]),
  );

const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

/** By kind: the recorded field, and its name in the call that changes it. A field that is not here can't be put back. */
const fields: Record<string, { call: UndoCall['call']; names: Record<string, string> }[]> = {
  mailbox: [
    {
      call: 'mailbox',
      names: same(
        'from_name',
        'message_per_day',
        'min_time_to_wait_minutes',
        'time_zone',
        'signature',
        'bcc_email',
        'different_reply_to_address',
        'custom_tracking_domain',
        'client_id',
      ),
    },
    { call: 'suspension', names: same('is_suspended') },
  ],
  webhook: [{ call: 'webhook', names: same('name', 'webhook_url', 'event_types', 'categories', 'is_active') }],
  client: [
    {
      call: 'client',
      names: { name: 'name', email: 'email', permissions: 'permission', restricted_categories: 'retricted_category' },
    },
    { call: 'client-status', names: same('status') },
  ],
  tag: [{ call: 'tag', names: same('name', 'color') }],
  category: [{ call: 'category', names: same('name', 'sentiment') }],
  folder: [{ call: 'folder', names: same('name') }],
  member: [{ call: 'member', names: same('role', 'status') }],
  campaign: [{ call: 'campaign', names: undoableSettings() }],
  workspace: [{ call: 'retention', names: { audit_days: 'keep_days' } }],
};

/** The calls that put a change back; null when one of its fields can't be. */
export function undoCalls(kind: string, changes: Changes): UndoCall[] | null {
  const calls = new Map<UndoCall['call'], UndoCall>();
  for (const [field, change] of Object.entries(changes)) {
    const group = fields[kind]?.find((each) => field in each.names);
    if (!group || change === 'secret') return null;
    const call = calls.get(group.call) ?? { call: group.call, body: {} };
    call.body[group.names[field] as string] = change[0];
    calls.set(group.call, call);
  }
  return calls.size > 0 ? [...calls.values()] : null;
}

/**
 * What was deleted and can be made again from what the history kept, with the fields of the call that makes it. What
 * was more than its fields is not here: a key or a password is gone, and so is what a tag, a folder or a member was
 * connected with.
 */
const remade: Record<string, { call: UndoCall['call']; names: readonly string[] }> = {
  webhook: {
    call: 'webhook-again',
    names: ['name', 'webhook_url', 'scope', 'client_id', 'campaign_id', 'event_types', 'categories', 'is_active'],
  },
  'step-template': { call: 'step-template-again', names: ['name', 'subject', 'email_body'] },
  'client-rule': { call: 'client-rule-again', names: ['domain', 'tag_id', 'client_id'] },
};

/** The call that makes a deleted thing again; null when it can't be: a webhook that signed would come back without its secret. */
export function remakeCall(entry: Pick<EntryRecord, 'target_kind' | 'action' | 'changes'>): UndoCall | null {
  const known = entry.action === 'deleted' ? remade[entry.target_kind] : undefined;
  if (!known) return null;
  const body: Record<string, unknown> = {};
  for (const [field, change] of Object.entries(entry.changes)) {
    if (change === 'secret') return null;
    if (field === 'destination' && change[0] !== 'HTTP') return null;
    // A template of a client is made by that client.
    if (entry.target_kind === 'step-template' && field === 'client_id' && change[0] !== null) return null;
    if (known.names.includes(field) && change[0] !== null) body[field] = change[0];
  }
  return { call: known.call, body };
}

/** More entries of a block list than this are taken off by the list's own page. */
const mostEntries = 200;

/** Block-list entries that somebody put on or took off. */
export function blockListIds(
  entry: Pick<EntryRecord, 'target_kind' | 'action' | 'detail' | 'effect'>,
): number[] | null {
  if (entry.target_kind !== 'block-list' || entry.action !== 'created') return null;
  const ids = Array.isArray(entry.detail['ids']) ? (entry.detail['ids'] as number[]) : [];
  return ids.length > 0 && ids.length === entry.effect['entries'] && ids.length <= mostEntries ? ids : null;
}

/** Block-list entries that were taken off, while all of them are known by name. @returns null when they can't be put on again */
export function removedFromBlockList(
  entry: Pick<EntryRecord, 'target_kind' | 'action' | 'detail' | 'effect'>,
): { entries: string[]; client_id: ClientId | null } | null {
  if (entry.target_kind !== 'block-list' || entry.action !== 'deleted') return null;
  const { values, client_id: clientId } = entry.detail as { values?: string[] | null; client_id?: ClientId | null };
  return values && values.length > 0 && values.length === entry.effect['entries']
    ? { entries: values, client_id: clientId ?? null }
    : null;
}

/** Whether an entry can be put back, and why not. */
export function undoState(
  entry: Pick<
    EntryRecord,
    'target_kind' | 'action' | 'changes' | 'detail' | 'effect' | 'is_undone' | 'is_changed_since'
  >,
): 'possible' | 'undone' | 'changed-since' | 'none' {
  const isKnown =
    blockListIds(entry) !== null ||
    removedFromBlockList(entry) !== null ||
    remakeCall(entry) !== null ||
    (entry.action === 'changed' && undoCalls(entry.target_kind, entry.changes) !== null);
  if (!isKnown) return 'none';
  if (entry.is_undone) return 'undone';
  return entry.is_changed_since ? 'changed-since' : 'possible';
}
