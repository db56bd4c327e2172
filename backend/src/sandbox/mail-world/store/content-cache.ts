import type { MailStore } from './mail-store';

const maximumBytes = 48 * 1024 * 1024;

/** The mails most recently written or read, so that a new mail is not read back from the store at once. */
export class ContentCache {
  private readonly entries = new Map<number, Buffer>();
  private bytes = 0;

  constructor(private readonly store: MailStore) {}

  remember(id: number, raw: Buffer): void {
    if (this.entries.has(id) || raw.length > maximumBytes / 4) return;
    this.entries.set(id, raw);
    this.bytes += raw.length;
    for (const [oldest, old] of this.entries) {
      if (this.bytes <= maximumBytes) break;
      this.entries.delete(oldest);
      this.bytes -= old.length;
    }
  }

  async read(id: number): Promise<Buffer> {
    const known = this.entries.get(id);
    if (known) {
      // Re-inserting makes this entry the youngest.
      this.entries.delete(id);
      this.entries.set(id, known);
      return known;
    }
    const raw = (await this.store.readContents([id])).get(id);
    if (!raw) throw new Error(`No mail content ${id}.`);
    this.remember(id, raw);
    return raw;
  }

  /** Fetches what is not here in one request, so that reading a whole folder does not ask once a mail. */
  async prefetch(ids: number[]): Promise<void> {
    const missing = ids.filter((id) => !this.entries.has(id));
    if (missing.length < 2) return;
    for (const [id, raw] of await this.store.readContents(missing)) this.remember(id, raw);
  }
}
