import { invalidField, SkeinError } from '../http/skein-error';
import type { AskServer } from '../http/ask-server';
import { ChatError, listModels, type ChatService } from './chat-client';
import { told } from './told-error';

/** The address of a service as it is kept: no user name, query or trailing slash. @throws SkeinError VALIDATION naming base_url */
export function serviceAddress(given: string): string {
  const url = new URL(given);
  if (url.username || url.password || url.search || url.hash)
    throw invalidField('base_url', 'can’t contain a user name, a question mark or a hash');
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** Asks the service for its models with this key. @throws SkeinError VALIDATION naming api_key or base_url, RATE_LIMITED, UPSTREAM */
export async function tryKey(ask: AskServer, service: ChatService): Promise<void> {
  try {
    await listModels(ask, service);
  } catch (error) {
    if (!(error instanceof ChatError)) throw error;
    const field = fieldOf(error);
    if (field)
      throw new SkeinError('VALIDATION', error.message, [
        { field, message: error.kind === 'key' ? 'was refused by the service' : error.message },
      ]);
    throw told(error);
  }
}

const fieldOf = ({ kind }: ChatError): 'api_key' | 'base_url' | null => {
  if (kind === 'key') return 'api_key';
  return kind === 'address' || kind === 'unreached' || kind === 'answer' || kind === 'refused' ? 'base_url' : null;
};
