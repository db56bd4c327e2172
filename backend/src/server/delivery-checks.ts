import type { MasterKey } from '#platform/crypto/master-key';
import { systemLookUp } from '#platform/dns-reputation/look-up';
import { createReputation } from '#platform/dns-reputation/reputation';
import { createAskServer } from '#platform/http/ask-server';
import type { SpamChecker } from '#platform/mail/spamd-client';
import { sandboxLookUp } from '#sandbox/placement-dns';
import { sandboxZone } from '#sandbox/sandbox-mail';
import type { CheckTools } from '#services/smart-delivery/deps';

/** What checks of deliverability ask: the sandbox's own DNS, or that of the machine. */
export function createCheckTools(options: {
  isSandbox: boolean;
  masterKey: MasterKey;
  spamChecker: SpamChecker | null;
}): CheckTools {
  const lookUp = options.isSandbox ? sandboxLookUp(sandboxZone, options.masterKey) : systemLookUp();
  return {
    lookUp,
    reputation: createReputation({ lookUp, now: Date.now }),
    spamChecker: options.spamChecker,
    askServer: createAskServer({
      allowPrivateAddresses: options.isSandbox,
      allowPlain: true,
      patience: 8_000,
      mostBytes: 1_000_000,
    }),
  };
}
