/** Variables of Instantly by their names here; any other name is a field of the lead's own. */
const names: Record<string, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  companyName: 'company_name',
  phone: 'phone_number',
};
const placeholders: Record<string, string> = {
  accountSignature: '%signature%',
  sendingAccountFirstName: '%sender-firstname%',
  sendingAccountLastName: '%sender-lastname%',
  sendingAccountName: '%sender-name%',
  sendingAccountEmail: '%sender-email%',
};

/**
 * An email of Instantly in our notation: `{{firstName|there}}` is a variable with a fallback, `{{RANDOM|a|b}}` spintax.
 * Variables inside of spintax are single words there, so that no brace closes another one's. Pure.
 */
export function fromInstantlyText(text: string): string {
  return text.replace(/\{\{([^{}]{1,2000})\}\}/g, (whole, inner: string) => {
    const [first = '', ...rest] = inner.split('|').map((part) => part.trim());
    if (first.toUpperCase() === 'RANDOM') return rest.length === 0 ? whole : `{${rest.join('|')}}`;
    const placeholder = placeholders[first];
    if (placeholder !== undefined) return placeholder;
    const name = names[first] ?? first;
    const fallback = rest.join('|').replace(/"/g, '”');
    return fallback === '' ? `{{${name}}}` : `{{ ${name} | default: "${fallback}" }}`;
  });
}
