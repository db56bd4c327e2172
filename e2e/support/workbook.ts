import { crc32, deflateRawSync } from 'node:zlib';

const text = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** An Excel workbook of one sheet, as a spreadsheet program saves it. */
export function workbookOf(rows: readonly (readonly string[])[]): Buffer {
  const cells = (row: readonly string[], index: number) =>
    row
      .map(
        (value, column) =>
          `<c r="${String.fromCharCode(65 + column)}${index + 1}" t="inlineStr"><is><t>${text(value)}</t></is></c>`,
      )
      .join('');
  return zipOf({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.map((row, index) => `<row r="${index + 1}">${cells(row, index)}</row>`).join('')}</sheetData></worksheet>`,
  });
}

function zipOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    // The same fields stand in both, two bytes further on in the directory.
    for (const [block, at] of [
      [head, 4],
      [entry, 6],
    ] as const) {
      block.writeUInt16LE(20, at);
      block.writeUInt16LE(8, at + 4);
      block.writeUInt32LE(crc32(raw), at + 10);
      block.writeUInt32LE(packed.length, at + 14);
      block.writeUInt32LE(raw.length, at + 18);
      block.writeUInt16LE(name.length, at + 22);
    }
    entry.writeUInt32LE(offset, 42);
    parts.push(head, Buffer.from(name), packed);
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
  return Buffer.concat([...parts, list, end]);
}
