import type { WorkspaceId } from '@skein/contracts/ids';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** How a stored file is named by a row, with the number of its workspace. */
const inFolders = new RegExp(
  `\\b(sequences|inbox|uploads|brand)/(?:\\d{1,10}|workspace)/((?:uploads/|received/)?(?:${uuid}|[0-9a-f]{40}))`,
  'g',
);
const inPictures = new RegExp(`\\bimages/(profile|sequence|assets)/(?:\\d{1,10}|workspace)-(\\d{1,10}-${uuid})`, 'g');
const ownImages = '{installation}/api/images/';

/**
 * Names of files in a text as an archive has them, or as a workspace has them: whichever number stands there, the file
 * is the workspace's own. Without this an archive could name the files of another workspace.
 */
const withOwner = (text: string, owner: string): string =>
  text.replace(inFolders, `$1/${owner}/$2`).replace(inPictures, `images/$1/${owner}-$2`);

/** A row or a file's name as it goes into an archive: without the number of the workspace and the address of the installation. */
export const toArchive = (text: string, publicUrl: string): string =>
  withOwner(text.replaceAll(`${publicUrl}/api/images/`, ownImages), 'workspace');

export const fromArchive = (text: string, workspaceId: WorkspaceId, publicUrl: string): string =>
  withOwner(text, String(workspaceId)).replaceAll(ownImages, `${publicUrl}/api/images/`);

/** How the names of a workspace's files begin. Exports are left out: an archive would hold the one before it. */
export const beginningsOf = (workspaceId: WorkspaceId): string[] => [
  ...['uploads', 'sequences', 'inbox', 'brand'].map((folder) => `${folder}/${workspaceId}/`),
  ...['profile', 'sequence', 'assets'].map((folder) => `images/${folder}/${workspaceId}-`),
];

const beginning =
  /^(uploads|sequences|inbox|brand)\/(?:\d+|workspace)\/|^images\/(profile|sequence|assets)\/(?:\d+|workspace)-/;

/** The name of a stored file with another owner. @returns null for what is no file of a workspace */
export function fileName(name: string, owner: string): string | null {
  const found = beginning.exec(name);
  if (!found) return null;
  const start = found[1] ? `${found[1]}/${owner}/` : `images/${found[2]}/${owner}-`;
  return start + name.slice(found[0].length);
}
