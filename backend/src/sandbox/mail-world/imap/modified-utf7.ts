/** Folder names travel in modified UTF-7 (RFC 3501 section 5.1.3). */
export function encodeFolderName(name: string): string {
  return name.replace(/&|[^\x20-\x7e]+/g, (run) => {
    if (run === '&') return '&-';
    const bytes = Buffer.from(run, 'utf16le').swap16();
    return `&${bytes
      .toString('base64')
      .replace(/={1,2}$/, '')
      .replaceAll('/', ',')}-`;
  });
}

/** Decodes a folder name; malformed input is kept as it is. */
export function decodeFolderName(name: string): string {
  return name.replace(/&([A-Za-z0-9+,]*)-/g, (whole, encoded: string) => {
    if (encoded === '') return '&';
    const bytes = Buffer.from(encoded.replaceAll(',', '/'), 'base64');
    return bytes.length % 2 === 0 && bytes.length > 0
      ? bytes
          .swap16()
          .toString('utf16le')
          .replace(/\p{Surrogate}/gu, '\ufffd')
      : whole;
  });
}
