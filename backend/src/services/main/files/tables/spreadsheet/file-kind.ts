/** Bytes from the start of a file that tell what it is. */
export const tellingBytes = 1_024;

const byBytes: readonly [hex: string, what: string][] = [
  ['d0cf11e0a1b11ae1', 'This is a workbook of the old Excel, or one with a password.'],
  ['0902060000', 'This is a workbook of the old Excel.'],
  ['0904060000', 'This is a workbook of the old Excel.'],
  ['0908080000', 'This is a workbook of the old Excel.'],
  ['09081000', 'This is a workbook of the old Excel.'],
  ['255044462d', 'This is a PDF.'],
  ['1f8b08', 'This file is compressed (GZIP). Unpack it first.'],
  ['377abcaf271c', 'This is a 7-Zip archive. Unpack it first.'],
  ['526172211a07', 'This is a RAR archive. Unpack it first.'],
  ['89504e470d0a1a0a', 'This is a picture.'],
  ['ffd8ff', 'This is a picture.'],
  ['474946383961', 'This is a picture.'],
  ['53514c69746520666f726d617420', 'This is a database (SQLite).'],
];

const byText: readonly [pattern: RegExp, what: string][] = [
  [
    /^<\?xml[^>]*>[^]*(?:urn:schemas-microsoft-com:office:spreadsheet|progid="excel\.sheet")/,
    'This is a workbook in the XML format of Excel 2003.',
  ],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|meta|body|table|style|div)\b/,
    'This is a web page with the name of a table.',
  ],
  [/^<\?xml\b/, 'This is an XML file, not a table.'],
  [/^(?:mime-version|content-type):[^]*\bmultipart\/related\b/, 'This is a web archive with the name of a table.'],
  [/^\{\\rtf/, 'This is a text document (RTF).'],
  [/^begin:vcard\b/, 'These are contact cards (vCard), not a table.'],
  [/^(?:\{\s*"|\[\s*\{\s*")/, 'This is a JSON file, not a table.'],
];

/**
 * What a file turns out to be that neither holds rows of text nor is a workbook that can be read, whatever its name;
 * null when it may be a table.
 */
export function foreignKind(content: Buffer): string | null {
  const start = content.subarray(0, tellingBytes);
  const bytes = start.toString('hex');
  for (const [hex, what] of byBytes) if (bytes.startsWith(hex)) return what;
  const isWide = bytes.startsWith('fffe') || /^3c00/.test(bytes);
  const text = start
    .toString(isWide ? 'utf16le' : 'utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
    .toLowerCase();
  for (const [pattern, what] of byText) if (pattern.test(text)) return what;
  return null;
}
