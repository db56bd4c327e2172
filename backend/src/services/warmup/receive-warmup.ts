import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { ImapFlow, ListResponse } from 'imapflow';
import { treatmentOf } from '#engine/warmup/plan-warmup-day';
import { isWarmupToken, warmupHeader } from '#engine/warmup/warmup-identity';
import { openImap } from '#platform/mail/open-imap';
import { uidsWithMessageId } from '#platform/mail/find-by-message-id';
import { reachPool } from './reach-pool';
import type { WarmupWorkerDeps } from './warmup-worker.deps';
import {
  giveUpLooking,
  ratesOf,
  stopLooking,
  takeMailsToFind,
  writeLanded,
  writeRead,
  type WarmupToFind,
} from './warmup-receive.store';

/** Mails that are looked for in one go. */
const most = 100;
/** Mailboxes that are opened at the same time: one that answers slowly must not hold up the others. */
const atOnce = 8;

const isSpamFolder = (folder: ListResponse): boolean =>
  folder.specialUse === '\\Junk' || /^(?:inbox[./])?(?:junk|spam|bulk)(?: e?-?mail)?$/i.test(folder.path);
const isElsewhere = (folder: ListResponse): boolean =>
  ['\\Sent', '\\Drafts', '\\Trash'].includes(folder.specialUse ?? '') ||
  folder.flags.has('\\Noselect') ||
  folder.flags.has('\\NonExistent');

/**
 * Looks for warmup mails at their receivers: where they landed, out of spam with them, read, and answered where the rate wants it.
 * @returns how many were looked for
 */
export async function receiveDueWarmup(deps: WarmupWorkerDeps): Promise<number> {
  const mails = await takeMailsToFind(deps.db, deps.now(), most);
  const byReceiver = new Map<string, WarmupToFind[]>();
  for (const mail of mails) {
    if (mail.is_shared && mail.shared === null) {
      await deps.db.systemSql((sql) => stopLooking(sql, mail.id));
      continue;
    }
    const at = mail.shared ?? { workspace_id: mail.workspace_id, mailbox_id: mail.to_mailbox_id };
    const receiver = `${at.workspace_id}:${at.mailbox_id ?? ''}:${mail.to_email}`;
    byReceiver.set(receiver, [...(byReceiver.get(receiver) ?? []), mail]);
  }
  const waiting = [...byReceiver.values()];
  const lane = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const to = group[0]?.to_email;
      // Tried again after the time that was committed when they were taken.
      await lookAt(deps, group).catch((error) =>
        deps.log.error({ error, to }, 'a mailbox could not be looked into for warmup emails'),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, lane));
  return mails.length;
}

async function lookAt(deps: WarmupWorkerDeps, mails: readonly WarmupToFind[]): Promise<void> {
  const [first] = mails;
  if (!first) return;
  const receiver = first.shared ?? { workspace_id: first.workspace_id, mailbox_id: first.to_mailbox_id };
  const server =
    receiver.mailbox_id === null
      ? await reachPool(deps, first.to_email, 'imap')
      : await deps.imapServer(receiver.workspace_id, receiver.mailbox_id);
  const client = await openImap(server, deps.rules);
  try {
    const folders = (await client.list()).filter((folder) => !isElsewhere(folder));
    // Spam first: a mail that was moved to the inbox between two folders would be seen in neither otherwise.
    const order = [
      ...folders.filter(isSpamFolder),
      ...folders.filter(({ path }) => path === 'INBOX'),
      ...folders.filter((folder) => !isSpamFolder(folder) && folder.path !== 'INBOX'),
    ];
    let waiting = [...mails];
    for (const folder of order) {
      if (waiting.length === 0) break;
      waiting = await lookInto(deps, client, folder, waiting);
    }
    for (const mail of waiting) await deps.db.systemSql((sql) => giveUpLooking(sql, mail));
    await deps.db.systemSql(async (sql) => {
      for (const [workspaceId, mailboxIds] of touchedOf(mails))
        await deps.live.publish(sql, workspaceId, ['mailboxes', ...[...mailboxIds].map((id) => `mailbox:${id}`)]);
    });
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** The mailboxes on both sides by workspace: each workspace is notified of its own only. */
function touchedOf(mails: readonly WarmupToFind[]): Map<number, Set<number>> {
  const touched = new Map<number, Set<number>>();
  const add = (workspaceId: WorkspaceId, mailboxId: MailboxId | null) => {
    if (mailboxId !== null) touched.set(workspaceId, (touched.get(workspaceId) ?? new Set()).add(mailboxId));
  };
  for (const mail of mails) {
    add(mail.workspace_id, mail.from_mailbox_id);
    add(mail.shared?.workspace_id ?? mail.workspace_id, mail.shared?.mailbox_id ?? mail.to_mailbox_id);
  }
  return touched;
}

/** @returns the mails that are not in this folder */
async function lookInto(
  deps: WarmupWorkerDeps,
  client: ImapFlow,
  folder: ListResponse,
  mails: readonly WarmupToFind[],
): Promise<WarmupToFind[]> {
  const lock = await client.getMailboxLock(folder.path);
  try {
    const left: WarmupToFind[] = [];
    for (const mail of mails) {
      const found = await uidsWithMessageId(client, mail.message_id, 'NEWEST');
      const own = found.length > 0 ? await ofThisPair(deps.key, client, found, mail) : [];
      if (own.length === 0) left.push(mail);
      else await take(deps, client, { mail, uids: own, isSpam: isSpamFolder(folder) });
    }
    return left;
  } finally {
    lock.release();
  }
}

/**
 * Those of the mails that our sender sent to this receiver: a Message-ID can be quoted by anybody who saw it, the token
 * is made for the two.
 */
async function ofThisPair(
  key: Uint8Array,
  client: ImapFlow,
  uids: readonly number[],
  { from_email: from, to_email: to }: WarmupToFind,
): Promise<number[]> {
  const mails = await client.fetchAll(
    uids.slice(0, 20).join(','),
    { uid: true, envelope: true, headers: [warmupHeader] },
    { uid: true },
  );
  return mails
    .filter(
      ({ envelope, headers }) =>
        envelope?.from?.[0]?.address?.toLowerCase() === from &&
        isWarmupToken(key, /:([^]*)/.exec(headers?.toString() ?? '')?.[1] ?? '', { from, to }),
    )
    .map(({ uid }) => uid);
}

/** A warmup email as it was found in a folder. */
interface EmailToTake {
  mail: WarmupToFind;
  uids: number[];
  isSpam: boolean;
}

/** Treats a mail as its sender's rates want it: opened, marked, moved to the inbox, or left as it lies. Doing it twice changes nothing. */
async function take(deps: WarmupWorkerDeps, client: ImapFlow, { mail, uids, isSpam }: EmailToTake): Promise<void> {
  await deps.db.systemSql((sql) => writeLanded(sql, mail, isSpam ? 'SPAM' : 'INBOX', deps.now()));
  const landed = isSpam || mail.landed === 'SPAM' ? 'SPAM' : 'INBOX';
  const treated = treatmentOf(ratesOf(mail), mail.message_id, landed);
  const isMoved = isSpam && treated.isRescued;
  const flags = [
    ...(treated.isOpened ? ['\\Seen'] : []),
    ...(treated.isImportant ? ['\\Flagged', '$Important'] : []),
    ...(isMoved ? ['$NotJunk'] : []),
  ];
  if (flags.length > 0) await client.messageFlagsAdd(uids, flags, { uid: true });
  if (isMoved) {
    await client.messageFlagsRemove(uids, ['$Junk'], { uid: true });
    await client.messageMove(uids, 'INBOX', { uid: true });
  }
  await deps.db.systemSql((sql) => writeRead(deps.key, sql, { mail, treated, now: deps.now() }));
}
