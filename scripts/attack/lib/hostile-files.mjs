// Files as a person may send them, as large as is allowed and as bad as is possible.
import { deflateRawSync, crc32 } from 'node:zlib';

export const repeated = (piece, size) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Leads of one company each, whose addresses are new with every `seed`. */
export function leadsFile(rows, seed) {
  const lines = ['email,first_name,last_name,company_name,city,note'];
  for (let row = 0; row < rows; row += 1)
    lines.push(
      `person-${seed}-${row}@company-${row % 997}.test,Ada,Lovelace,"Company, ${row}",Berlin,A note about ${row}`,
    );
  return lines.join('\r\n');
}

/** Two columns, and then rows of half a million cells. */
export const wideRows = (bytes) =>
  `email,name\r\nada@wide.test,Ada\r\n${repeated(`${','.repeat(500_000)}\r\n`, bytes)}`;

/** A checksum, also where node has no function for it (before 22.2). */
const checksum = (bytes) => {
  if (crc32) return crc32(bytes);
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
};

function zipOf(files) {
  const locals = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    const sum = checksum(raw);
    head.writeUInt32LE(sum, 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(raw.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(sum, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(raw.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

/** A workbook of one sheet: leads with addresses of their own. */
export function workbook(rows, seed) {
  const cell = (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (cells) => `<row>${cells.map(cell).join('')}</row>`;
  let sheet = row(['Email', 'First name', 'Company']);
  for (let at = 0; at < rows; at += 1) sheet += row([`sheet-${seed}-${at}@book.test`, `Ada ${at * 7919}`, `C ${at}`]);
  return zipOf({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  });
}
