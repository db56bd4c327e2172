import { createAskServer, type AskServer } from '../http/ask-server';
import { chatBytes, chatPatience, type ChatService } from './chat-client';

/** How texts are written: the way out, and the sandbox's own writer where there is one. */
export interface ChatAccess {
  ask: AskServer;
  sandbox: ChatService | null;
}

/** Services on the internet only; in the sandbox also those on this machine. */
export const createChatAccess = (rules: { allowPrivateAddresses: boolean }): ChatAccess => ({
  ask: createAskServer({ ...rules, patience: chatPatience, mostBytes: chatBytes }),
  sandbox: null,
});
