/**
 * Milliseconds after which a journey, its preparation or the start of the product is ended: the one limit for what never comes, set in the
 * configurations and nowhere else. No machine that works reaches it, however busy it is.
 */
export const limit = 900_000;
