/** Colour of a result of SPF, DKIM or DMARC. */
export const resultTone = (result: string | null) =>
  result === 'pass' ? 'success' : result === 'none' || result === 'neutral' || result === null ? 'warning' : 'danger';
