import { credentialFailureTexts } from '@skein/contracts/constants';
import { RefusedAddressError } from './resolve-host';

/** The command that failed. `dot`: the body and its final dot. */
export type SmtpStage = 'connect' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot';

/**
 * How a submission ended. What a refusal is about, the engine says by its words and its stage (engine/bounces/judge-failure.ts).
 * - `credentials`, `connection`: the mailbox cannot be used.
 * - `refused`: the server answered 4xx or 5xx after the login.
 * - `lost`: the connection broke before the final dot, so nothing was sent.
 * - `doubt`: the final dot may have arrived, and no reply did.
 */
export const smtpFailureClasses = ['credentials', 'connection', 'refused', 'lost', 'doubt'] as const;
export type SmtpFailureClass = (typeof smtpFailureClasses)[number];

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

/**
 * Reads whatever the SMTP library threw.
 * @param at `envelope`: after the login and before the body; the command says where
 * @param mayHaveLeft the final dot was allowed to go out
 */
export function smtpFailure(error: Error, at: SmtpStage | 'envelope', mayHaveLeft: boolean): SmtpFailure {
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
  const stage = stageOf(at, inner.command ?? thrown.command);
  return new SmtpFailure(
    classify({ stage, code, error: thrown, mayHaveLeft, response }),
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
  error: NodemailerError;
  mayHaveLeft: boolean;
  response: string;
}

function classify({ stage, code, error, mayHaveLeft, response }: ServerAnswer): SmtpFailureClass {
  if (stage === 'auth')
    return code !== null && code >= 400 && code < 500 && code !== 432 && code !== 454
      ? 'connection'
      : isCredentialFailure(response, code, error.code)
        ? 'credentials'
        : 'connection';
  if (stage === 'connect') return 'connection';
  if (code === null) return mayHaveLeft ? 'doubt' : 'lost';
  return code === 530 || code === 535 ? 'credentials' : 'refused';
}

/** The stage by the command that was answered, where the caller knows only that the login was over. */
function stageOf(stage: SmtpStage | 'envelope', command: string | undefined): SmtpStage {
  if (stage !== 'envelope') return stage;
  return command?.startsWith('MAIL') ? 'mail' : command?.startsWith('DATA') ? 'data' : 'rcpt';
}

/** Whether words or code of a server say that the login is wrong (docs/domain.md, Validation; RFC 4954 reply codes). */
function isCredentialFailure(response: string, code: number | null, libraryCode?: string): boolean {
  if (code === 535 || code === 534 || code === 530 || code === 538) return true;
  if (credentialFailureTexts.some((text) => response.toLowerCase().includes(text.toLowerCase()))) return true;
  return libraryCode === 'EAUTH' || /authenticat|credential|AUTHENTICATIONFAILED/i.test(response);
}
