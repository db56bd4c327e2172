const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const isBehindLogin = (address: string): boolean => /^\/app(\/|$)/.test(address);

/**
 * The page for one address: of what the build lets the browser load early, only the files that this kind of address needs, and the
 * run-time configuration, so that nothing waits for a request of its own.
 */
export function firstPage(page: string, address: string, config: unknown): string {
  const other = isBehindLogin(address) ? 'public' : 'app';
  return page
    .replace(new RegExp(`<!-- ${other} -->.*?<!-- /${other} -->\\n? *`, 's'), '')
    .replace('</head>', () => `<meta name="skein-configuration" content="${escaped(JSON.stringify(config))}"></head>`);
}
