export interface FolderSeed {
  path: string;
  specialUse: string | null;
}

/** The folders of a new mailbox with their RFC 6154 uses. */
export function createFolders(): FolderSeed[] {
  return [
    { path: 'INBOX', specialUse: null },
    { path: 'Drafts', specialUse: '\\Drafts' },
    { path: 'Sent', specialUse: '\\Sent' },
    { path: 'Junk', specialUse: '\\Junk' },
    { path: 'Trash', specialUse: '\\Trash' },
    { path: 'Archive', specialUse: '\\Archive' },
  ];
}
