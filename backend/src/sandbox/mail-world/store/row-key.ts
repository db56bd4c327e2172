import type { MailChange } from './mail-store';

/** The identity of the row a change is about: a later change of the same row replaces an earlier one. */
export function rowKey(change: MailChange): string {
  switch (change.type) {
    case 'account':
      return `account ${change.row.email}`;
    case 'folder':
      return `folder ${change.row.id}`;
    case 'delete-folder':
      return `folder ${change.id}`;
    case 'content':
      return `content ${change.id}`;
    case 'message':
      return `message ${change.row.folderId} ${change.row.uid}`;
    case 'delete-message':
      return `message ${change.folderId} ${change.uid}`;
    case 'record':
      return `record ${change.row.id}`;
    case 'conversation':
      return `conversation ${change.row.id}`;
    case 'reaction':
      return `reaction ${change.row.id}`;
    case 'delete-reaction':
      return `reaction ${change.id}`;
    case 'violation':
      return `violation ${change.row.id}`;
  }
}
