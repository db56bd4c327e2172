import type { FirstFile } from '../remotes/first-files';

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const isBehindLogin = (address: string): boolean => /^\/app(\/|$)/.test(address);

// As the shell will ask for them (shell/src/remotes/integrity.ts): what was fetched otherwise would be fetched again. It begins with them
// when it runs, or they would hold up its own files on a slow line.
const later = ({ address, integrity }: FirstFile): string =>
  `<link rel="later" as="script" href="${escaped(address)}" integrity="${escaped(integrity)}" crossorigin="anonymous">`;

/**
 * The page for one address: of what the build lets the browser load early, only the files that this kind of address needs, those that
 * its area begins with, and the run-time configuration, so that nothing waits for a request of its own.
 */
export function firstPage(page: string, address: string, config: unknown, files: readonly FirstFile[] = []): string {
  const other = isBehindLogin(address) ? 'public' : 'app';
  return page
    .replace(new RegExp(`<!-- ${other} -->.*?<!-- /${other} -->\\n? *`, 's'), '')
    .replace(
      '</head>',
      () =>
        `<meta name="skein-configuration" content="${escaped(JSON.stringify(config))}">${files.map(later).join('')}</head>`,
    );
}
