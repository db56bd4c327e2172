/** An amount as people write it. */
export const money = (text: string): string => `$${Number(text).toLocaleString('en-US', { maximumFractionDigits: 2 })}`;
