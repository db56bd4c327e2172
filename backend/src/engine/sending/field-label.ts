/** Fields whose name has letters that its words alone do not tell. */
const spelled: Record<string, string> = /* text */ { linkedin_profile: 'LinkedIn profile', company_url: 'Company URL' };

/** The name of a field as people say it: `first_name` is "First name". */
export function fieldLabel(field: string): string {
  const words = field.replace(/[_-]+/g, ' ').trim();
  return spelled[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
