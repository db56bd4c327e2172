import type { MailChange, MailStore, WorldSnapshot } from './mail-store';
import { rowKey } from './row-key';

/**
 * A store that lasts as long as the process. `open` may be called again after `close`, so a test can restart the world
 * on the same data.
 */
export function createMemoryMailStore(): MailStore {
  const rows = new Map<string, MailChange>();
  const contents = new Map<number, Buffer>();
  let isOpen = false;

  function snapshot(): WorldSnapshot {
    const result: WorldSnapshot = {
      accounts: [],
      folders: [],
      messages: [],
      records: [],
      conversations: [],
      reactions: [],
      violations: [],
      nextContentId: Math.max(0, ...contents.keys()) + 1,
    };
    for (const change of rows.values()) {
      if (change.type === 'account') result.accounts.push(structuredClone(change.row));
      if (change.type === 'folder') result.folders.push(structuredClone(change.row));
      if (change.type === 'message') result.messages.push(structuredClone(change.row));
      if (change.type === 'record') result.records.push(structuredClone(change.row));
      if (change.type === 'conversation') result.conversations.push(structuredClone(change.row));
      if (change.type === 'reaction') result.reactions.push(structuredClone(change.row));
      if (change.type === 'violation') result.violations.push(structuredClone(change.row));
    }
    return result;
  }

  return {
    async open() {
      if (isOpen) throw new Error('This mail store is already used by a running mail world.');
      isOpen = true;
      return snapshot();
    },
    async commit(changes) {
      if (!isOpen) throw new Error('The mail store is closed.');
      for (const change of changes) {
        if (change.type === 'content') contents.set(change.id, change.raw);
        else if (
          change.type === 'delete-message' ||
          change.type === 'delete-folder' ||
          change.type === 'delete-reaction'
        ) {
          rows.delete(rowKey(change));
        } else rows.set(rowKey(change), structuredClone(change));
      }
    },
    async readContents(ids) {
      return new Map(ids.flatMap((id) => (contents.has(id) ? [[id, contents.get(id) as Buffer]] : [])));
    },
    async close() {
      isOpen = false;
    },
  };
}
