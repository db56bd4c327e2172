/** A web address that a person wrote, which may have no scheme. */
export const webAddress = (written: string): string => (/^https?:\/\//i.test(written) ? written : `https://${written}`);
