import { OutwardError, type AskServer, type OutwardAnswer, type OutwardRequest } from '../http/ask-server';
import { RefusedAddressError } from '../mail/resolve-host';

/** An app that an installation registered with a vendor. */
export interface OAuthApp {
  clientId: string;
  clientSecret: string;
}

/** The way to the products that a workspace connects. In the sandbox local stand-ins answer at the vendors' addresses. */
export interface IntegrationAccess {
  ask: AskServer;
  isSandbox: boolean;
  /** Null where the installation registered no app. */
  slack: OAuthApp | null;
  hubspot: OAuthApp | null;
  /** Pages on which people allow the access. */
  authorizePages: { slack: string; hubspot: string };
  /** Where people look at what arrived; the sandbox has pages of its own. */
  appPages: { slack: string; hubspot: string };
  /** What connects to the sandbox's stand-ins; null elsewhere. */
  sandboxKeys: { slackWebhook: string; leadMagic: string; clayTable: string } | null;
  /** Keys of the accounts that can be imported in the sandbox; null elsewhere. */
  sandboxImportKeys: { SMARTLEAD: string; INSTANTLY: string } | null;
}

/**
 * Why a vendor did not do what was asked.
 * AUTH: the access was revoked. CONFIG: something that a person has to choose again. REFUSED: this one thing will never work.
 * RATE: too many requests, see `retryAfter`. LATER: try again.
 */
export class IntegrationError extends Error {
  constructor(
    readonly kind: 'AUTH' | 'CONFIG' | 'REFUSED' | 'RATE' | 'LATER',
    /** The vendor's own code, as its documentation lists it. */ readonly code: string,
    message: string,
    readonly more: { status?: number; retryAfter?: number | null; answer?: string } = {},
  ) {
    super(message);
    this.name = 'IntegrationError';
  }
}

/** Asks a vendor; no answer is LATER. @throws IntegrationError */
export async function askVendor(ask: AskServer, vendor: string, request: OutwardRequest): Promise<OutwardAnswer> {
  try {
    return await ask(request);
  } catch (error) {
    if (error instanceof OutwardError || error instanceof RefusedAddressError)
      throw new IntegrationError('LATER', 'unreachable', `${vendor} could not be reached: ${error.message}`);
    throw error;
  }
}

/** The JSON of an answer; null when it is none. */
export function jsonOf(answer: OutwardAnswer): unknown {
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    return null;
  }
}
