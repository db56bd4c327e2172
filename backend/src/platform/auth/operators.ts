import type { ClientId } from '@skein/contracts/ids';
import type { Role } from '@skein/contracts/permissions';
import { SkeinError } from '../http/skein-error';

/** Who runs this installation, as the environment says. */
export interface OperatorRule {
  /** Addresses of SKEIN_OPERATORS, in lower case. */
  addresses: readonly string[];
  isSandbox: boolean;
}

export interface OperatorFacts {
  email: string;
  role: Role | string;
  is_email_verified: boolean;
  client_id: ClientId | null;
  /** Made an operator by a command or by another operator. */
  is_operator: boolean;
  /** The workspace that the sandbox made for whoever started it. */
  is_demo: boolean;
}

/**
 * Whether a person runs this installation: named in SKEIN_OPERATORS or made an operator, with a confirmed address, and never a client of an
 * agency. A sandbox without SKEIN_OPERATORS belongs to whoever has the demo login; people who signed up there are guests.
 */
export function isOperator(person: OperatorFacts, { addresses, isSandbox }: OperatorRule): boolean {
  if (person.client_id !== null || !person.is_email_verified) return false;
  if (person.is_operator || addresses.includes(person.email.toLowerCase())) return true;
  return isSandbox && addresses.length === 0 && person.is_demo && person.role === 'OWNER';
}

/** What people of a disabled workspace are told, wherever they come from. `status` 401 ends the session in a browser. */
export function workspaceDisabled(reason: string | null, contact: string | null, status?: 401): SkeinError {
  const why = reason ? `: ${reason.replace(/(?<![.!?\s])[.!?\s]+$/, '')}.` : '.';
  return new SkeinError(
    'WORKSPACE_DISABLED',
    `This workspace is disabled${why} ${contact ? `Contact ${contact}.` : 'Contact the people who run this installation.'}`,
    [],
    status ? { status } : {},
  );
}
