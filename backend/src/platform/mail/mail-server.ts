import type { PortType } from '@skein/contracts/constants';

/** How a mail server is reached and with which credentials. Secrets live only here, in memory, for the time of a connection. */
export interface MailServer {
  host: string;
  port: number;
  portType: PortType;
  username: string;
  credential: Credential;
}

/** `accessToken` fetches a fresh OAuth2 access token (RFC 6749 refresh grant) when the cached one has expired. */
export type Credential =
  | { kind: 'password'; password: string }
  | { kind: 'xoauth2'; accessToken: (options?: { renew?: boolean }) => Promise<string> };

/** Limits and rules of a connection. All times in milliseconds of real time. */
export interface ConnectionRules {
  /** Loopback and private addresses are reachable only in sandbox mode: a mailbox's host is user input (SSRF). */
  allowPrivateAddresses: boolean;
  /** Hosts in the operator's own network that mailboxes may use all the same, as `host` or `host:port`, in lower case. */
  privateHosts: readonly string[];
  connectTimeout: number;
  greetingTimeout: number;
  /** Silence on an open connection. Also the bound on waiting for the reply to the final dot (RFC 5321, 4.5.3.2.6 says 10 minutes). */
  socketTimeout: number;
  /** Certificates are verified unless the sandbox's own self-signed one is in use. */
  verifyCertificates: boolean;
}

export const defaultRules: ConnectionRules = {
  allowPrivateAddresses: false,
  privateHosts: [],
  connectTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
  verifyCertificates: true,
};
