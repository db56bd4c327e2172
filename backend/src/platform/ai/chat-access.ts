import { createAskServer, type AskServer } from '../http/ask-server';
import { chatBytes, chatPatience, type ChatService } from './chat-client';

/** How texts are written: the way out, and the sandbox's own writer where there is one. */
export interface ChatAccess {
  ask: AskServer;
  sandbox: ChatService | null;
}

/**
 * Services on the internet only; in the sandbox also those on this machine.
 * @param rules `privateHosts`: hosts with their port that the operator allows although they are private, for models of one's own
 */
export function createChatAccess(rules: {
  allowPrivateAddresses: boolean;
  privateHosts?: readonly string[];
}): ChatAccess {
  const { allowPrivateAddresses, privateHosts = [] } = rules;
  const bounds = { patience: chatPatience, mostBytes: chatBytes };
  const usual = createAskServer({ ...bounds, allowPrivateAddresses });
  const inside = createAskServer({ ...bounds, allowPrivateAddresses: true });
  return {
    ask: (request) => (privateHosts.includes(new URL(request.url).host) ? inside(request) : usual(request)),
    sandbox: null,
  };
}
