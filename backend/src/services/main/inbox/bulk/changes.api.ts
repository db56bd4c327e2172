// For the recent changes: how a change of conversations is kept.
export {
  findChangeRows,
  findChanges,
  insertDoneChange,
  lockChange,
  writeChangeRows,
  type InboxChangeRecord,
  type SettledRow,
} from './inbox-changes.store';
