/** Why an address is not one, in words that tell what to mend. */
export function explainAddress(email: string): string {
  const at = email.lastIndexOf('@');
  if (/[\u2400-\u2421]/.test(email)) return 'A line break or another control character in the address';
  if (/^[^@\s,;]+@@+[^@\s,;]*$/.test(email)) return `Address has ${email.includes('@@@') ? 'more than one' : 'two'} @`;
  if (/[,;]/.test(email) || /\s/.test(email.slice(0, Math.max(0, at))) || email.indexOf('@') !== at)
    return 'More than one address, or a space or comma in it';
  if (at < 0) return 'No @ sign';
  if (at === 0) return 'Nothing before the @ sign';
  if (email.length > 254) return 'Longer than 254 characters';
  const domain = email.slice(at + 1);
  if (!domain.includes('.')) return 'No top-level domain';
  if (/[^\x21-\x7e]/.test(email)) return 'Letters that addresses cannot have';
  return 'Not the form of an address';
}
