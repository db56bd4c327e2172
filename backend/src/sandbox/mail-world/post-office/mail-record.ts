import type { AcceptedMail } from '../store/mail-store';

/** Which accepted mails to look at; every part given must hold. Addresses are compared in lower case. */
export interface RecordFilter {
  login?: string;
  sender?: string;
  recipient?: string;
  recipientDomain?: string;
  messageId?: string;
  envelopeId?: string;
  /** Campaign time, inclusive. */
  acceptedFrom?: number;
  /** Campaign time, exclusive. */
  acceptedBefore?: number;
}

export interface RecordCounts {
  mails: number;
  recipients: number;
  distinctMessageIds: number;
  withoutMessageId: number;
}

/** The SMTP server's own log of what it accepted, to compare the product's numbers with. */
export class MailRecord {
  private readonly rows: AcceptedMail[] = [];
  private readonly rowsById = new Map<number, AcceptedMail>();
  private readonly byMessageId = new Map<string, AcceptedMail[]>();
  private nextId: number;

  constructor(rows: AcceptedMail[]) {
    for (const row of rows) this.add(row);
    this.nextId = rows.reduce((highest, row) => Math.max(highest, row.id), 0) + 1;
  }

  takeId(): number {
    this.nextId += 1;
    return this.nextId - 1;
  }

  /** Shows a durable row. */
  add(row: AcceptedMail): void {
    this.rows.push(row);
    this.rowsById.set(row.id, row);
    if (!row.messageId) return;
    const same = this.byMessageId.get(row.messageId);
    if (same) same.push(row);
    else this.byMessageId.set(row.messageId, [row]);
  }

  /** Accepted mails in the order they were accepted. */
  find(filter: RecordFilter = {}): AcceptedMail[] {
    const rows = filter.messageId ? (this.byMessageId.get(filter.messageId) ?? []) : this.rows;
    return rows.filter((row) => matches(row, filter));
  }

  count(filter: RecordFilter = {}): RecordCounts {
    const rows = this.find(filter);
    return {
      mails: rows.length,
      recipients: rows.reduce((sum, row) => sum + row.recipients.length, 0),
      distinctMessageIds: new Set(rows.flatMap((row) => row.messageId ?? [])).size,
      withoutMessageId: rows.filter((row) => !row.messageId).length,
    };
  }

  /** One group for each Message-ID and recipient that was accepted more than once. Empty when nothing left twice. */
  duplicates(filter: RecordFilter = {}): AcceptedMail[][] {
    const groups = new Map<string, Map<number, AcceptedMail>>();
    for (const row of this.find(filter)) {
      for (const recipient of row.messageId ? row.recipients : []) {
        const key = `${row.messageId} ${recipient.address}`;
        const group = groups.get(key) ?? new Map<number, AcceptedMail>();
        groups.set(key, group.set(row.id, row));
      }
    }
    return [...groups.values()].filter((group) => group.size > 1).map((group) => [...group.values()]);
  }

  byId(id: number): AcceptedMail | null {
    return this.rowsById.get(id) ?? null;
  }
}

function matches(row: AcceptedMail, filter: RecordFilter): boolean {
  if (filter.login !== undefined && row.login !== filter.login.toLowerCase()) return false;
  if (filter.sender !== undefined && row.sender !== filter.sender.toLowerCase()) return false;
  if (filter.envelopeId !== undefined && row.envelopeId !== filter.envelopeId) return false;
  if (filter.acceptedFrom !== undefined && row.acceptedAt < filter.acceptedFrom) return false;
  if (filter.acceptedBefore !== undefined && row.acceptedAt >= filter.acceptedBefore) return false;
  const recipient = filter.recipient?.toLowerCase();
  if (recipient !== undefined && !row.recipients.some((entry) => entry.address === recipient)) return false;
  const domain = filter.recipientDomain?.toLowerCase();
  return domain === undefined || row.recipients.some((entry) => entry.address.endsWith(`@${domain}`));
}
