import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readContent, type Content } from './read-content';

/** Where the library's files are: what ships with the product, then what an operator adds. */
export interface LibraryFolders {
  shipped: string;
  own: string;
}

export interface Library {
  /** The content as the files are now; read again when a folder has changed. */
  read(): Promise<Content>;
}

const parts = ['', 'items', 'events', 'videos', 'pictures'];

/** Keeps the content in memory and reads it again when a file was added, removed or replaced. */
export function createLibrary(
  folders: LibraryFolders,
  onProblem: (problem: string) => void,
  how: { isSandbox?: boolean } = {},
): Library {
  let held: { mark: string; content: Promise<Content> } | null = null;
  const markNow = async () =>
    (
      await Promise.all(
        [folders.shipped, folders.own].flatMap((folder) => parts.map((part) => changedAt(join(folder, part)))),
      )
    ).join();
  return {
    async read() {
      const mark = await markNow();
      if (held?.mark !== mark) {
        const content = readContent([folders.shipped, folders.own], how);
        held = { mark, content };
        for (const problem of (await content).problems) onProblem(problem);
      }
      return held.content;
    },
  };
}

/** A text that differs when a file of a folder was added, removed or written. */
async function changedAt(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.includes('.')).sort();
  const times = await Promise.all(
    files.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
        () => '',
      ),
    ),
  );
  return `${files.join()}:${times.join()}`;
}
