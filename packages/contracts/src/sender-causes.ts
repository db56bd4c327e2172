/** Why a mail server sends nothing for a mailbox at the moment. It says nothing about the recipients. */
interface SenderCause {
  /** What happened, as the beginning of a line. */
  label: string;
  /** What to do about it. */
  fix: string;
}

/** Every state of a sender. LOGIN has no rest: a refused login disconnects the mailbox. */
export const senderCauses = {
  LIMIT: {
    label: 'Sending limit reached',
    fix: 'It resumes automatically. Lower the daily limit of this mailbox, and its warmup, to stay below what the provider allows.',
  },
  SUSPENDED: {
    label: 'Sending suspended by the provider',
    fix: 'Sign in at the provider and lift the block, then release the mailbox on the fleet page.',
  },
  SPAM_FILTER: {
    label: 'Caught by the provider’s outbound spam filter',
    fix: 'Check the text and the links of your emails, and lower the daily limit of this mailbox.',
  },
  RELAY: {
    label: 'Server does not relay for this mailbox',
    fix: 'Use the outgoing server and port that the provider publishes for this mailbox, then release it on the fleet page.',
  },
  SENDER_REFUSED: {
    label: 'Sender refused by the server',
    fix: 'Ask the provider to allow this address as a sender and to unblock it, then release the mailbox on the fleet page.',
  },
  LOGIN: {
    label: 'Login refused',
    fix: 'Reconnect the mailbox.',
  },
} as const satisfies Record<string, SenderCause>;

export type SenderCauseName = keyof typeof senderCauses;

/** A cause with the server's own words, as one line: "Sending limit reached: 550 5.4.5 Daily user sending limit exceeded". */
export const senderReason = (cause: SenderCauseName, words: string): string =>
  `${senderCauses[cause].label}: ${words.replace(/\s+/g, ' ').trim()}`.slice(0, 300);
