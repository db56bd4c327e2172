import { changeWhitelabelBody, type WhitelabelView } from '@skein/contracts/main/whitelabel.contract';
import { z } from 'zod';
import type { BrandDraft } from './brand-draft';

const rules = changeWhitelabelBody.shape;
const orEmpty = (rule: z.ZodType) =>
  z.string().refine((text) => text.trim() === '' || rule.safeParse(text).success, {
    error: (issue) => rule.safeParse(issue.input).error?.issues[0]?.message ?? 'is not right',
  });

/** The form of a brand: an empty field is none. */
export const brandForm = z.object({
  name: orEmpty(rules.name),
  accent: orEmpty(rules.accent),
  accent_dark: orEmpty(rules.accent_dark),
  font: rules.font.unwrap(),
  radius: rules.radius.unwrap(),
  login_text: orEmpty(rules.login_text),
  domain: orEmpty(rules.domain),
  sender_name: orEmpty(rules.sender_name),
  sender_address: orEmpty(rules.sender_address),
  mail_greeting: orEmpty(rules.mail_greeting),
  mail_footer: orEmpty(rules.mail_footer),
  support_address: orEmpty(rules.support_address),
});
export type BrandValues = z.infer<typeof brandForm>;
export const brandNames = Object.keys(brandForm.shape) as (keyof BrandValues)[];

export const valuesOf = (brand: WhitelabelView): BrandValues =>
  Object.fromEntries(brandNames.map((name) => [name, brand[name] ?? ''])) as BrandValues;

/** What the previews draw of the form. */
export const draftOf = (given: BrandValues, { logo_url, favicon_url }: WhitelabelView): BrandDraft => ({
  name: given.name.trim() || given.domain.trim(),
  accent: given.accent,
  accentDark: given.accent_dark,
  font: given.font,
  radius: given.radius,
  loginText: given.login_text.trim(),
  greeting: given.mail_greeting.trim(),
  footer: given.mail_footer.trim(),
  supportAddress: given.support_address.trim(),
  senderName: given.sender_name.trim(),
  logo: logo_url,
  favicon: favicon_url,
});
