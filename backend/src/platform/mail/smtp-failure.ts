import { credentialFailureTexts } from '@skein/contracts/constants';
import { RefusedAddressError } from './resolve-host';

export type SmtpStage = 'connect' | 'auth' | 'envelope' | 'final';

/**
 * What a failure means for the lead and for the mailbox.
 * - `credentials`, `connection`: the mailbox's trouble; the lead is never burnt.
 * - `recipient`: this address will not take mail (5xx at RCPT, or 5.1.x, 5.2.x).
 * - `policy`: the server refuses the sender, its content or its rate for good.
 * - `transient`: 4xx or a broken connection before the dot: try again later.
 * - `doubt`: the dot may have arrived, no reply did.
 */
export type SmtpFailureClass = 'credentials' | 'connection' | 'recipient' | 'policy' | 'transient' | 'doubt';

/** What a server or the system said. */
interface SmtpAnswer {
  /** Reply code (RFC 5321) when the server gave one. */
  code: number | null;
  /** Enhanced status (RFC 3463) such as 5.1.1 when the server gave one. */
  status: string | null;
  /** The server's words, or the system's. */
  response: string;
}

/** A failed submission or login, with the server's own words. */
export class SmtpFailure extends Error {
  readonly code: number | null;
  readonly status: string | null;
  readonly response: string;

  constructor(
    readonly failureClass: SmtpFailureClass,
    readonly stage: SmtpStage,
    { code, status, response }: SmtpAnswer,
    options?: { cause?: unknown },
  ) {
    super(response, options);
    this.name = 'SmtpFailure';
    this.code = code;
    this.status = status;
    this.response = response;
  }

  get isInDoubt(): boolean {
    return this.failureClass === 'doubt';
  }
}

interface NodemailerError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
  rejectedErrors?: NodemailerError[];
}

/** Reads whatever the SMTP library threw. `mayHaveLeft` says that the final dot was allowed to go out. */
export function smtpFailure(error: Error, stage: SmtpStage, mayHaveLeft: boolean): SmtpFailure {
  if (error instanceof SmtpFailure) return error;
  if (error instanceof RefusedAddressError)
    return new SmtpFailure(
      'connection',
      'connect',
      { code: null, status: null, response: error.message },
      { cause: error },
    );
  const thrown = error as NodemailerError;
  const inner = thrown.rejectedErrors?.[0] ?? thrown;
  const response = (inner.response ?? thrown.response ?? thrown.message ?? 'No answer').toString().slice(0, 1000);
  const code = inner.responseCode ?? thrown.responseCode ?? (Number(/^(\d{3})\b/.exec(response)?.[1] ?? NaN) || null);
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? null;
  // A refused STARTTLS reads like any unknown command; the name of the command is what tells it apart.
  const words = inner.command === 'STARTTLS' && inner.response ? `STARTTLS: ${response}` : response;
  return new SmtpFailure(
    classify({ stage, code, status, error: thrown, mayHaveLeft, response }),
    stage,
    { code, status, response: words },
    {
      cause: error,
    },
  );
}

/** How far the exchange came, and what the server answered. */
interface ServerAnswer {
  stage: SmtpStage;
  code: number | null;
  status: string | null;
  error: NodemailerError;
  mayHaveLeft: boolean;
  response: string;
}

function classify({ stage, code, status, error, mayHaveLeft, response }: ServerAnswer): SmtpFailureClass {
  if (stage === 'auth')
    return code !== null && code >= 400 && code < 500 && code !== 432 && code !== 454
      ? 'connection'
      : isCredentialFailure(response, code, error.code)
        ? 'credentials'
        : 'connection';
  if (stage === 'connect') return 'connection';
  if (code === null) return mayHaveLeft ? 'doubt' : 'transient';
  if (code === 421 || (code >= 400 && code < 500)) return 'transient';
  if (code === 530 || code === 535) return 'credentials';
  if (status?.startsWith('5.7.') || status?.startsWith('5.6.')) return 'policy';
  if (error.command?.startsWith('RCPT') || status?.startsWith('5.1.') || status?.startsWith('5.2.'))
    return status === '5.1.8' || status === '5.1.7' ? 'policy' : 'recipient';
  return 'policy';
}

/** Whether words or code of a server say that the login is wrong (docs/domain.md, Validation; RFC 4954 reply codes). */
function isCredentialFailure(response: string, code: number | null, libraryCode?: string): boolean {
  if (code === 535 || code === 534 || code === 530 || code === 538) return true;
  if (credentialFailureTexts.some((text) => response.toLowerCase().includes(text.toLowerCase()))) return true;
  return libraryCode === 'EAUTH' || /authenticat|credential|AUTHENTICATIONFAILED/i.test(response);
}
