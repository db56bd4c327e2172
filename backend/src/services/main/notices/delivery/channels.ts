import { isPushedByDefault, noticeKinds, type NoticeKindName } from '@skein/contracts/notice-kinds';
import { permissionsOf, type Role } from '@skein/contracts/permissions';
import { quietUntil } from './quiet-hours';
import type { Recipient } from './recipients.store';

export type Channel = 'mail' | 'push' | 'slack' | 'webhook';

/** Whether a person may be notified of a kind at all. */
export function mayHear(person: Pick<Recipient, 'role' | 'client_id' | 'permissions'>, kind: NoticeKindName): boolean {
  const facts = noticeKinds[kind];
  const client =
    person.client_id === null
      ? null
      : { id: person.client_id, permissions: person.permissions ?? [], restrictedCategories: [] };
  if (client && !facts.forClients) return false;
  return permissionsOf({ role: person.role as Role, client }).has(facts.may);
}

/**
 * By what a person is notified of a kind, and from when on. Pure; `now` in milliseconds. Emails of somebody who has a
 * digest come with it. What a person would be woken by waits for the end of their quiet hours; a webhook, which wakes
 * nobody, does not.
 */
export function channelsOf(person: Recipient, kind: NoticeKindName, now: number): { channel: Channel; at: number }[] {
  if (!mayHear(person, kind)) return [];
  const defaults = noticeKinds[kind];
  const later = quietUntil(person, person.time_zone ?? 'UTC', now) ?? now;
  const wanted: [Channel, boolean, number][] = [
    ['mail', (person.by_mail ?? defaults.byMail) && person.digest === 'off', later],
    ['push', (person.by_push ?? isPushedByDefault(kind)) && person.browsers > 0, later],
    ['slack', (person.by_slack ?? false) && person.has_slack, later],
    ['webhook', (person.by_webhook ?? false) && person.has_webhook, now],
  ];
  return wanted.flatMap(([channel, isWanted, at]) => (isWanted ? [{ channel, at }] : []));
}
