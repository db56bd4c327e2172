/** Parts of an answer that RFC 3501 lets a server leave out, or that servers in use leave out all the same. */
export type OmittedAnswer =
  | 'SELECT UIDNEXT'
  | 'SELECT UIDVALIDITY'
  | 'STATUS UIDNEXT'
  | 'STATUS UIDVALIDITY'
  | 'LIST INBOX'
  | 'FETCH INTERNALDATE'
  | 'FETCH RFC822.SIZE'
  | 'FETCH ENVELOPE'
  | 'FETCH MESSAGE-ID';

/** How the IMAP server departs from a complete one. Sessions follow a change with their next command. */
export interface ImapFlaws {
  omits?: readonly OmittedAnswer[];
  /** Commands that are refused: every SEARCH, or a FETCH of a part of a mail. */
  refuses?: readonly ('SEARCH' | 'PARTIAL FETCH')[];
  /** A search for the value of a header finds nothing, whatever is there. */
  isBlindToHeaders?: boolean;
  /** A search for the value of a header finds every mail. */
  findsAllByHeaders?: boolean;
  /** The most mails that one FETCH answers; it says that it was complete. */
  mostFetched?: number;
  /** The server's words of refusal for folders that it lists and does not open, by path. */
  refusesFolders?: Readonly<Record<string, string>>;
}

export const omits = ({ omits: omitted = [] }: ImapFlaws, answer: OmittedAnswer): boolean => omitted.includes(answer);
