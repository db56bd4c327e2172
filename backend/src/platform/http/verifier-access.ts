import { createAskServer, type AskServer } from './ask-server';

/** The way to services that verify addresses. `sandboxKey`: a stand-in answers in their place and takes this key. */
export interface VerifierAccess {
  ask: AskServer;
  sandboxKey: string | null;
}

/** They take up to a minute for an address whose server is slow. */
export const createVerifierAccess = (): VerifierAccess => ({
  ask: createAskServer({ allowPrivateAddresses: false, patience: 70_000, mostBytes: 100_000 }),
  sandboxKey: null,
});
