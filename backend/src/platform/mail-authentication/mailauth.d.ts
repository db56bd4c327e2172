/** What is used of mailauth. Its own types promise texts where a failed check leaves fields out. */
declare module 'mailauth' {
  interface Status {
    result: string;
    comment?: string;
    aligned?: string | false;
    policy?: Record<string, string>;
  }
  type Resolver = (name: string, type: string) => Promise<unknown[]>;
  export function authenticate(
    input: Buffer,
    options: { ip?: string; helo?: string; sender?: string; mta: string; resolver: Resolver; minBitLength?: number },
  ): Promise<{
    spf: { status: Status; domain?: string; rr?: string } | false;
    dkim: {
      headerFrom?: string[];
      envelopeFrom?: string | false;
      results: {
        status: Status;
        signingDomain?: string;
        selector?: string;
        modulusLength?: number;
        algo?: string;
        rr?: string;
      }[];
    };
    dmarc:
      | {
          status: Status;
          domain?: string;
          policy?: string;
          p?: string;
          rr?: string;
          alignment?: {
            spf?: { result?: string | false; strict?: boolean };
            dkim?: { result?: string | false; strict?: boolean };
          };
        }
      | false;
    arc: { status?: Status } | false;
    bimi: { status?: Status; location?: string } | false;
  }>;
  export function dkimSign(
    input: Buffer,
    options: {
      canonicalization: string;
      signTime: Date;
      signatureData: { signingDomain: string; selector: string; privateKey: string; algorithm: string }[];
    },
  ): Promise<{ signatures: string; errors: { err?: Error }[] }>;
  export function spf(options: {
    ip: string;
    helo: string;
    sender: string;
    mta: string;
    resolver: Resolver;
  }): Promise<{ status: Status; rr?: string } | false>;
}
