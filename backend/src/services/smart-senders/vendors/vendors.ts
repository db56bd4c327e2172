/** A record that a domain needs. `host` is relative to the domain; empty at its top. */
export interface DnsRecord {
  kind: 'MX' | 'SPF' | 'DKIM' | 'DMARC' | 'VERIFICATION' | 'TRACKING';
  type: 'MX' | 'TXT' | 'CNAME';
  host: string;
  value: string;
  priority: number | null;
}

export interface DomainAnswer {
  name: string;
  state: 'AVAILABLE' | 'TAKEN' | 'PREMIUM' | 'UNKNOWN';
  /** What the registrar asks us for a year, in US cents, where it tells. */
  costCents: number | null;
  reason: string | null;
}

export interface Contact {
  firstName: string;
  lastName: string;
  company: string;
  email: string;
  phone: string;
  address: string;
  address2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

/**
 * What a vendor answers instead of doing it. `isFinal`: asking again changes nothing, a person has to choose (another
 * name, other details, or the money back); otherwise it is tried again by itself.
 */
export class VendorError extends Error {
  /** The vendor's own words, for the person who reads the order. */
  readonly reply: string | null;
  /** The name belongs to somebody else, or is there already. */
  readonly isTaken: boolean;

  constructor(
    message: string,
    readonly isFinal: boolean,
    { reply = null, isTaken = false, ...options }: { reply?: string | null; isTaken?: boolean } & ErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'VendorError';
    this.reply = reply;
    this.isTaken = isTaken;
  }
}

/** Where domains are registered and their DNS lives. Every call may be repeated. @throws VendorError */
export interface Registrar {
  readonly name: string;
  check(names: readonly string[]): Promise<DomainAnswer[]>;
  /** The end of the term of a domain in our account; null when it is not in it. */
  find(name: string): Promise<{ expiresAt: Date } | null>;
  /** @param key makes asking twice safe: the second answer is that of the first registration */
  register(order: { name: string; contact: Contact; mostCents: number; key: string }): Promise<{ expiresAt: Date }>;
  renew(name: string, key: string): Promise<{ expiresAt: Date }>;
  setAutoRenew(name: string, isOn: boolean): Promise<void>;
  /** Puts these records where others of their host and type are; what is right already stays. */
  publish(name: string, records: readonly DnsRecord[]): Promise<void>;
  /** Sends visitors of the domain and of its www elsewhere, permanently. */
  forward(name: string, to: string): Promise<void>;
}

/** Who hosts mailboxes. Every call may be repeated. @throws VendorError */
export interface MailHost {
  readonly name: string;
  readonly smtp: { host: string; port: number; portType: 'SSL' | 'TLS' | 'NONE' };
  readonly imap: { host: string; port: number; portType: 'SSL' | 'TLS' | 'NONE' };
  addDomain(name: string): Promise<void>;
  /** What the domain has to publish. */
  records(name: string): Promise<DnsRecord[]>;
  /** False while the host does not see the records yet. */
  activate(name: string): Promise<boolean>;
  /** @throws VendorError with `isTaken` when the name is there */
  createMailbox(mailbox: MailboxAccount): Promise<void>;
  setPassword(mailbox: Pick<MailboxAccount, 'domain' | 'localPart' | 'password'>): Promise<void>;
  removeMailbox(domain: string, localPart: string): Promise<void>;
}
interface MailboxAccount {
  domain: string;
  localPart: string;
  name: string;
  password: string;
}
