import type { ImapFlaws } from './imap/imap-flaws';
import type { ArrivalRule } from './smtp/arrival';
import type { SmtpFaultPlan } from './smtp/smtp-faults';
import type { MailWorld } from './world.types';

/** What can be asked of a running world: what its servers refuse, and where mail arrives. Nothing unless told. */
export function createWorldRules() {
  let faults: SmtpFaultPlan | null = null;
  let flaws: ImapFlaws = {};
  let isRelay: (address: string) => boolean = () => false;
  let isJunk: (raw: Buffer, messageId: string | null) => boolean = () => false;
  let arrive: ArrivalRule = async () => null;
  return {
    /** What the servers read. */
    rules: {
      fault: () => faults,
      flaws: () => flaws,
      isRelay: (address: string) => isRelay(address),
      isJunk: (raw: Buffer, messageId: string | null) => isJunk(raw, messageId),
      arrive: (...[mail]: Parameters<ArrivalRule>) => arrive(mail),
    },
    /** What the world's owner sets. */
    setters: {
      setSmtpFaults(plan) {
        faults = plan;
      },
      setImapFlaws(given) {
        flaws = given;
      },
      setRelays(rule) {
        isRelay = rule;
      },
      setJunkRule(rule) {
        isJunk = rule;
      },
      setArrivalRule(rule) {
        arrive = rule;
      },
    } satisfies Pick<MailWorld, 'setSmtpFaults' | 'setImapFlaws' | 'setRelays' | 'setJunkRule' | 'setArrivalRule'>,
  };
}
