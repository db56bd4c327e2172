import { createHmac } from 'node:crypto';

import { realClock, type Clock } from '../clock/clock';
import type { SigningKeys } from '../crypto/master-key';
import { equalsInConstantTime } from '../crypto/random-token';
import { StorageError } from './storage-error';

/** What a signed address allows. It is part of the address and of what is signed. */
export interface Grant {
  method: 'GET' | 'PUT';
  name: string;
  /** ms of real time */
  expires: number;
  /** PUT: the one content type that may be written. GET: empty */
  type: string;
  /** PUT: bytes that may be written at most. GET: 0 */
  maximum: number;
  /** GET: the name a browser saves it under; empty shows it in the page */
  saveAs: string;
}

/** Path segments of letters, digits, dot, dash and underscore; a segment never begins with a dot. */
const NAME = /^(?:[a-z0-9_-][a-z0-9._-]{0,99}\/){0,7}[a-z0-9_-][a-z0-9._-]{0,99}$/i;

export const isName = (name: string): boolean => NAME.test(name);

/** The name of a stored file. @throws StorageError BAD_NAME */
export function checkName(name: string): string {
  if (!isName(name)) throw new StorageError('BAD_NAME', 400, 'This is not the name of a stored file.');
  return name;
}

export interface GrantOptions {
  /** address of our own storage routes, without a slash at the end */
  baseUrl: string;
  /** `signingKeys(masterKey, 'storage')` */
  keys: SigningKeys;
  clock?: Clock;
}

/** Makes and checks signed addresses of our own storage routes, whatever store is behind them. */
export function createGrants({ baseUrl, keys, clock = realClock }: GrantOptions) {
  function sign(grant: Grant, key = keys.current().key): string {
    const { method, name, expires, type, maximum, saveAs } = grant;
    return createHmac('sha256', key)
      .update(JSON.stringify([method, name, expires, type, maximum, saveAs]))
      .digest('base64url');
  }

  function addressOf(grant: Grant): string {
    checkName(grant.name);
    const query = new URLSearchParams({ expires: String(grant.expires) });
    if (grant.type) query.set('type', grant.type);
    if (grant.maximum) query.set('maximum', String(grant.maximum));
    if (grant.saveAs) query.set('save-as', grant.saveAs);
    query.set('signature', sign(grant));
    return `${baseUrl}/${grant.name}?${query}`;
  }

  return {
    signPut: (name: string, { type, maximum, seconds }: { type: string; maximum: number; seconds: number }) =>
      addressOf({ method: 'PUT', name, type, maximum, saveAs: '', expires: clock.now() + seconds * 1000 }),
    signGet: (name: string, { seconds, saveAs = '' }: { seconds: number; saveAs?: string }) =>
      addressOf({ method: 'GET', name, type: '', maximum: 0, saveAs, expires: clock.now() + seconds * 1000 }),
    verify(method: string, name: string, query: URLSearchParams): Grant {
      const grant: Grant = {
        method: method === 'PUT' ? 'PUT' : 'GET',
        name,
        expires: Number(query.get('expires')),
        type: query.get('type') ?? '',
        maximum: Number(query.get('maximum') ?? 0),
        saveAs: query.get('save-as') ?? '',
      };
      const signature = query.get('signature') ?? '';
      if (!keys.all().some((key) => equalsInConstantTime(sign(grant, key), signature))) {
        throw new StorageError('BAD_SIGNATURE', 403, 'This address was not created by us, or was changed.');
      }
      if (grant.expires < clock.now()) throw new StorageError('EXPIRED', 403, 'This address has expired.');
      return grant;
    },
  };
}
