/** A mail that is about to be filed for one mailbox. `at`: campaign time in milliseconds. */
export interface ArrivingMail {
  raw: Buffer;
  sender: string;
  recipient: string;
  messageId: string | null;
  at: number;
}

/** How it arrives: with these bytes, in this folder (the inbox where it is missing; null is nowhere), or refused with these words. */
export interface Arrival {
  raw: Buffer;
  folder: 'INBOX' | 'JUNK' | 'Promotions' | null;
  refusal: string | null;
}

/** Null for what arrives plainly. */
export type ArrivalRule = (mail: ArrivingMail) => Promise<Arrival | null>;

/** A receiving server did not take the mail. */
export class RefusedMail extends Error {
  constructor(readonly words: string) {
    super(words);
    this.name = 'RefusedMail';
  }
}
