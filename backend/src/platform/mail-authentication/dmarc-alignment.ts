/** What is used of the library's verdict on DMARC. */
interface Judged {
  status: { result: string };
  alignment?: {
    spf?: { result?: string | false; strict?: boolean };
    dkim?: { result?: string | false; strict?: boolean };
  };
}
interface Facts {
  from: string | undefined;
  /** Domains of valid signatures. */
  signers: readonly string[];
  /** The domain for which SPF passed. */
  spfDomain: string | null;
}

/**
 * Which of SPF and DKIM are aligned with From, and what DMARC is by that. Strict alignment asks for the same domain
 * (RFC 7489, 3.1); the library compares organizational domains there too up to version 4, and version 5 needs a newer
 * Node than the product does.
 */
export function judgeAlignment({ status, alignment }: Judged, { from, signers, spfDomain }: Facts) {
  const same = (domain: string | null) => domain !== null && domain.toLowerCase() === from?.toLowerCase();
  const spf = Boolean(alignment?.spf?.result) && (!alignment?.spf?.strict || same(spfDomain));
  const dkim = Boolean(alignment?.dkim?.result) && (!alignment?.dkim?.strict || signers.some(same));
  const isJudged = status.result === 'pass' || status.result === 'fail';
  return { spf, dkim, result: isJudged ? (spf || dkim ? 'pass' : 'fail') : status.result };
}
