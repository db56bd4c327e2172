import { isRejected, type PreparedRow, type RejectedRow } from '../lead-rows/prepare-row';

/** Characters that are gathered before they are written to a text of a batch. */
const pieceLength = 65_536;

/** Text that grows outside of the heap: what waits for its transaction is not copied and kept by the collector of garbage, row by row. */
class BatchText {
  private bytes = Buffer.alloc(0);
  private used = 0;
  private pending = '';

  get length(): number {
    return this.used + this.pending.length;
  }

  add(text: string): void {
    this.pending += text;
    if (this.pending.length >= pieceLength) this.settle();
  }

  /** The text so far, as bytes that are good until it is cleared. */
  read(): Buffer {
    this.settle();
    return this.bytes.subarray(0, this.used);
  }

  clear(): void {
    this.used = 0;
    this.pending = '';
  }

  private settle(): void {
    // A character takes at most three bytes of UTF-8.
    const needed = this.used + this.pending.length * 3;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 1.5));
      this.bytes.copy(larger, 0, 0, this.used);
      this.bytes = larger;
    }
    this.used += this.bytes.write(this.pending, this.used);
    this.pending = '';
  }
}

/** Nothing stores it and a reader leaves it out, so it stands between two rows. */
const SEPARATOR = '\u0000';

/**
 * Rows of a file that go to the database in one transaction, as one text instead of an object a row. Used again for a
 * later batch once this one is written.
 */
export class RowBatch {
  private readonly text = new BatchText();
  private readonly raw = new BatchText();
  /** Numbers of the rows, in their order. */
  private numbers: number[] = [];
  private rejectedLength = 0;
  /** All rows, and those of them that have an address. */
  rows = 0;
  prepared = 0;
  rejected: RejectedRow[] = [];
  /** Rows with an address that was repaired, and with one of a role. */
  repaired = 0;
  roles = 0;
  /** Domains that this import has not met before. */
  domains: string[] = [];

  /** Characters that it holds. */
  get size(): number {
    return this.text.length + this.raw.length + this.rejectedLength;
  }

  /** @param raw the text of the row in the file; rows come in the order of the file, none is left out */
  add(row: PreparedRow | RejectedRow, raw: string): void {
    this.numbers.push(row.rowNumber);
    this.rows += 1;
    if (isRejected(row)) {
      this.rejected.push(row);
      this.rejectedLength += raw.length;
      this.raw.add(SEPARATOR);
      return;
    }
    this.prepared += 1;
    this.text.add(`${row.rowNumber}\t${row.line}\n`);
    this.raw.add(raw + SEPARATOR);
  }

  /** The rows with an address in COPY's text form: the number of the row, then its line (lead-line.ts). */
  lines(): Buffer {
    return this.text.read();
  }

  /** The rows with an address that `isWanted`, as objects again: for the few that need a closer look. */
  select(isWanted: (rowNumber: number) => boolean): PreparedRow[] {
    const raws = this.raw.read().toString().split(SEPARATOR);
    const places = new Map(this.numbers.map((number, place) => [number, place]));
    const rows: PreparedRow[] = [];
    for (const text of this.text.read().toString().split('\n')) {
      const at = text.indexOf('\t');
      const rowNumber = Number(text.slice(0, at));
      if (at === -1 || !isWanted(rowNumber)) continue;
      const line = text.slice(at + 1);
      const [email, domain] = line.split('\t', 2) as [string, string];
      rows.push({ rowNumber, email, domain, line, raw: raws[places.get(rowNumber) as number] as string });
    }
    return rows;
  }

  clear(): void {
    this.text.clear();
    this.raw.clear();
    this.rows = this.prepared = this.rejectedLength = this.repaired = this.roles = 0;
    this.numbers = [];
    this.rejected = [];
    this.domains = [];
  }
}
