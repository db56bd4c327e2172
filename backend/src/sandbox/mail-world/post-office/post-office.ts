import { headerValue, messageIds, readHeader } from '../mime/parse-headers';
import { ContentCache } from '../store/content-cache';
import type { AccountSettings, MailStore, StoredAccount, StoredMessage, WorldSnapshot } from '../store/mail-store';
import type { WorldClock } from '../world-clock';
import { createFolders, type FolderSeed } from './create-folders';
import { MailFolder } from './mail-folder';
import { hashPassword, PasswordChecker } from './password';
import { WorldTransaction } from './world-transaction';

export interface NewMessage {
  folder: MailFolder;
  contentId: number;
  raw: Buffer;
  flags: string[];
  internalDate: number;
}

/** Messages of a folder and the flags they receive. */
interface FlagChange {
  folder: MailFolder;
  messages: StoredMessage[];
  next: (flags: string[]) => string[];
  origin: object | null;
}

/** The mailboxes of the world: accounts, folders and messages, in memory and in the store. */
export class PostOffice {
  private readonly accounts = new Map<string, StoredAccount>();
  private readonly folders = new Map<string, Map<string, MailFolder>>();
  private readonly domains = new Set<string>();
  private readonly passwords = new PasswordChecker();
  readonly contents: ContentCache;
  private nextFolderId = 1;
  private nextContentId: number;

  constructor(
    readonly store: MailStore,
    readonly clock: WorldClock,
    snapshot: WorldSnapshot,
  ) {
    this.contents = new ContentCache(store);
    this.nextContentId = snapshot.nextContentId;
    const byId = new Map<number, MailFolder>();
    for (const account of snapshot.accounts) this.showAccount(account);
    for (const row of snapshot.folders) {
      const folder = new MailFolder(row);
      byId.set(row.id, folder);
      this.show(folder);
      this.nextFolderId = Math.max(this.nextFolderId, row.id + 1);
    }
    for (const message of [...snapshot.messages].sort((left, right) => left.uid - right.uid))
      byId.get(message.folderId)?.messages.push(message);
  }

  transaction(): WorldTransaction {
    return new WorldTransaction(this.store);
  }

  /**
   * Makes a mailbox with its usual folders, or gives an existing one a new password and settings.
   * Addresses are compared in lower case.
   */
  async saveAccount(
    email: string,
    password: string,
    settings: AccountSettings,
    moreFolders: readonly string[] = [],
  ): Promise<void> {
    const address = email.trim().toLowerCase();
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new Error(`Not a mailbox address: ${email}`);
    const existing = this.accounts.get(address);
    const keepsPassword = existing !== undefined && (await this.passwords.isRight(existing.passwordHash, password));
    const passwordHash = keepsPassword ? existing.passwordHash : await hashPassword(password);
    this.passwords.remember(passwordHash, password);
    const account: StoredAccount = {
      email: address,
      passwordHash,
      settings,
      createdAt: existing?.createdAt ?? this.clock.now([address]),
    };
    const transaction = this.transaction();
    transaction.change({ type: 'account', row: account });
    transaction.whenDurable(() => this.showAccount(account));
    if (!existing) for (const seed of createFolders()) this.stageFolder(transaction, address, seed);
    for (const path of moreFolders)
      if (!this.folder(address, path)) this.stageFolder(transaction, address, { path, specialUse: null });
    await transaction.commit();
  }

  account(email: string): StoredAccount | null {
    return this.accounts.get(email.trim().toLowerCase()) ?? null;
  }

  accountAddresses(): string[] {
    return [...this.accounts.keys()];
  }

  /** The mailbox that gets mail for an address: itself, or the part before a plus. */
  recipientAccount(address: string): StoredAccount | null {
    const lower = address.toLowerCase();
    const plus = lower.indexOf('+');
    const at = lower.lastIndexOf('@');
    return (
      this.account(lower) ?? (plus >= 0 && plus < at ? this.account(lower.slice(0, plus) + lower.slice(at)) : null)
    );
  }

  isLocalDomain(domain: string): boolean {
    return this.domains.has(domain.toLowerCase());
  }

  async checkPassword(email: string, password: string): Promise<boolean> {
    const account = this.account(email);
    if (!account) return false;
    return this.passwords.isRight(account.passwordHash, password);
  }

  foldersOf(email: string): MailFolder[] {
    return [...(this.folders.get(email.toLowerCase())?.values() ?? [])];
  }

  /** Finds a folder; the name INBOX has no case. */
  folder(email: string, path: string): MailFolder | null {
    return this.folders.get(email.toLowerCase())?.get(canonicalPath(path)) ?? null;
  }

  specialFolder(email: string, specialUse: string): MailFolder | null {
    return this.foldersOf(email).find((folder) => folder.specialUse === specialUse) ?? null;
  }

  stageFolder(transaction: WorldTransaction, email: string, seed: FolderSeed): MailFolder {
    const folder = new MailFolder({
      id: this.nextFolderId,
      account: email.toLowerCase(),
      path: canonicalPath(seed.path),
      specialUse: seed.specialUse,
      uidValidity: this.newUidValidity(),
      uidNext: 1,
      highestModseq: 1,
      subscribed: true,
    });
    this.nextFolderId += 1;
    transaction.change({ type: 'folder', row: folder.row() });
    transaction.whenDurable(() => this.show(folder));
    return folder;
  }

  stageFolderRemoval(transaction: WorldTransaction, folder: MailFolder): void {
    transaction.change({ type: 'delete-folder', id: folder.id });
    transaction.whenDurable(() => {
      this.folders.get(folder.account)?.delete(folder.path);
      folder.vanish();
    });
  }

  stageFolderRename(transaction: WorldTransaction, folder: MailFolder, path: string): void {
    transaction.change({ type: 'folder', row: { ...folder.row(), path: canonicalPath(path) } });
    transaction.whenDurable(() => {
      this.folders.get(folder.account)?.delete(folder.path);
      folder.path = canonicalPath(path);
      this.show(folder);
    });
  }

  /** Stores a mail's bytes once and answers the id that messages and records point at. */
  stageContent(transaction: WorldTransaction, raw: Buffer): number {
    const id = this.nextContentId;
    this.nextContentId += 1;
    transaction.change({ type: 'content', id, raw });
    this.contents.remember(id, raw);
    return id;
  }

  /** Puts a mail into a folder; sessions that watch the folder hear of it when it is durable. */
  stageMessage(transaction: WorldTransaction, message: NewMessage): StoredMessage {
    const { folder } = message;
    const row: StoredMessage = {
      folderId: folder.id,
      uid: folder.takeUid(),
      contentId: message.contentId,
      modseq: folder.takeModseq(),
      internalDate: message.internalDate,
      size: message.raw.length,
      flags: [...new Set(message.flags)],
      messageId: messageIds(headerValue(readHeader(message.raw), 'message-id'))[0] ?? null,
    };
    transaction.change({ type: 'message', row });
    transaction.change({ type: 'folder', row: folder.row() });
    transaction.whenDurable(() => folder.add(row));
    return row;
  }

  /** Changes flags at once in memory, undone when the store refuses. Answers the messages that really changed. */
  stageFlags(transaction: WorldTransaction, { folder, messages, next, origin }: FlagChange): StoredMessage[] {
    const changed: StoredMessage[] = [];
    for (const message of messages) {
      if (folder.isLeaving(message)) continue;
      const flags = next(message.flags);
      if (flags.length === message.flags.length && flags.every((flag) => message.flags.includes(flag))) continue;
      const before = { flags: message.flags, modseq: message.modseq };
      message.flags = flags;
      message.modseq = folder.takeModseq();
      transaction.change({ type: 'message', row: { ...message } });
      transaction.whenFailed(() => Object.assign(message, before));
      changed.push(message);
    }
    if (changed.length > 0) {
      transaction.change({ type: 'folder', row: folder.row() });
      transaction.whenDurable(() => folder.flagsChanged(changed, origin));
    }
    return changed;
  }

  /** Removes messages for good. Answers those that this call removes. */
  stageExpunge(transaction: WorldTransaction, folder: MailFolder, messages: StoredMessage[]): StoredMessage[] {
    const leaving = folder.beginRemoval(messages);
    if (leaving.length === 0) return leaving;
    const modseq = folder.takeModseq();
    for (const message of leaving)
      transaction.change({ type: 'delete-message', folderId: folder.id, uid: message.uid });
    transaction.change({ type: 'folder', row: folder.row() });
    transaction.whenDurable(() => folder.remove(leaving, modseq));
    transaction.whenFailed(() => folder.cancelRemoval(leaving));
    return leaving;
  }

  /** Gives a folder new UIDs and a new UIDVALIDITY, as a provider does after a repair; sessions in it are cut off. */
  async renumberFolder(email: string, path: string): Promise<void> {
    const folder = this.folder(email, path);
    if (!folder) throw new Error(`No folder ${path} in ${email}.`);
    const transaction = this.transaction();
    this.stageFolderRemoval(transaction, folder);
    const fresh = this.stageFolder(transaction, email, { path: folder.path, specialUse: folder.specialUse });
    for (const message of folder.messages) {
      const row = { ...message, folderId: fresh.id, uid: fresh.takeUid(), modseq: fresh.takeModseq() };
      transaction.change({ type: 'message', row });
      transaction.whenDurable(() => fresh.add(row));
    }
    transaction.change({ type: 'folder', row: fresh.row() });
    await transaction.commit();
  }

  private showAccount(account: StoredAccount): void {
    this.accounts.set(account.email, account);
    this.domains.add(account.email.slice(account.email.lastIndexOf('@') + 1));
  }

  private show(folder: MailFolder): void {
    const folders = this.folders.get(folder.account) ?? new Map<string, MailFolder>();
    folders.set(folder.path, folder);
    this.folders.set(folder.account, folders);
  }

  /** Ascending over re-creation, as RFC 3501 asks: real seconds, raised above every value in use. */
  private newUidValidity(): number {
    let value = Math.floor(Date.now() / 1_000);
    for (const folders of this.folders.values())
      for (const folder of folders.values()) value = Math.max(value, folder.uidValidity + 1);
    return value;
  }
}

/** INBOX in capitals; other names as they are. */
export function canonicalPath(path: string): string {
  return /^inbox$/i.test(path) ? 'INBOX' : path.replace(/^inbox\//i, 'INBOX/');
}
