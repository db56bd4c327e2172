import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { PageLook } from '../http/small-page';

/** The face that a report wears: a client's own, that of the agency once its host name is proven, else the product's. */
export interface ReportBrand {
  name: string;
  look: PageLook;
  /** PNG or JPEG; null without one. */
  readLogo: () => Promise<Uint8Array | null>;
  /** Where its people reach the product, without a slash at the end. */
  baseUrl: string;
}

export interface ReportEmail {
  subject: string;
  before: string[];
  after: string[];
  pdf: { name: string; bytes: Uint8Array };
  /** The recipient's way out: a page, and one-click unsubscribe (RFC 8058). */
  stopUrl: string;
  messageId: string;
}

/** Thrown when the mail server may have taken an email of which it said nothing. */
export class UncertainMailError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UncertainMailError';
  }
}

/** What the main service does for reports: its brand, and its own way to send mail. */
export interface ReportPorts {
  /** With a client: its own name and logo, in the colours of the agency's brand. */
  brandOf(workspaceId: WorkspaceId, clientId?: ClientId | null): Promise<ReportBrand>;
  /** How pages behind the links of a report look; null for the product's own look. */
  lookOf(workspaceId: WorkspaceId): Promise<PageLook | null>;
  /** @throws UncertainMailError when nobody knows whether it left, any other error when it did not */
  send(workspaceId: WorkspaceId, to: string, email: ReportEmail): Promise<void>;
  /** Signs what stands in the recipients' link. */
  sign(text: string): string;
}
