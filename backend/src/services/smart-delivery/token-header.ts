import type { Claim } from './lane.store';

/** The header that carries a mail's token, or the code that a person puts into an email of another tool. */
export const tokenHeader = 'X-Placement-Token';

/** What a test email carries besides its text: its token, and the way out that the emails of its campaign have. */
export const headersOf = (claim: Claim): Record<string, string> => ({
  [tokenHeader]: claim.token,
  // A seed is no lead with an unsubscribe page of its own: it can write.
  ...(claim.has_unsubscribe_header && claim.kind === 'REAL'
    ? { 'List-Unsubscribe': `<mailto:${claim.from_email}?subject=unsubscribe>` }
    : {}),
});
