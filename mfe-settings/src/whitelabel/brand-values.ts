import type { BrandProof } from '@skein/contracts/brand-proof';
import type { BrandFont, BrandRadius } from '@skein/contracts/brand-theme';
import { changeWhitelabelBody, type WhitelabelView } from '@skein/contracts/main/whitelabel.contract';
import { z } from 'zod';
import type { BrandDraft } from './brand-draft';

const rules = changeWhitelabelBody.shape;
const textNames = [
  'name',
  'accent',
  'accent_dark',
  'login_text',
  'domain',
  'sender_name',
  'sender_address',
  'mail_greeting',
  'mail_footer',
  'support_address',
] as const;
type TextName = (typeof textNames)[number];
export type BrandValues = Record<TextName, string> & { font: BrandFont; radius: BrandRadius };
export const brandNames: (keyof BrandValues)[] = [...textNames, 'font', 'radius'];

/** An empty field is none. One that was not changed is not sent: a newer rule that refuses it must not hold up the others. */
const textField = (rule: z.ZodType, stored: string) =>
  z.string().refine((text) => text === stored || text.trim() === '' || rule.safeParse(text).success, {
    error: (issue) => rule.safeParse(issue.input).error?.issues[0]?.message ?? 'isn’t correct',
  });

/** The form of a brand, given what of it is stored. */
export const brandForm = (stored: BrandValues) =>
  z.object({
    ...(Object.fromEntries(textNames.map((name) => [name, textField(rules[name], stored[name])])) as Record<
      TextName,
      ReturnType<typeof textField>
    >),
    font: rules.font.unwrap(),
    radius: rules.radius.unwrap(),
  });

/** What DNS has proven of the stored brand. */
export const proofOf = ({ domain, domain_proof, sender_address, sender_proof }: WhitelabelView): BrandProof => ({
  host: domain_proof?.verified_at ? domain : null,
  sender: sender_proof?.verified_at ? sender_address : null,
});

export const valuesOf = (brand: WhitelabelView): BrandValues =>
  Object.fromEntries(brandNames.map((name) => [name, brand[name] ?? ''])) as BrandValues;

/** What the previews draw of the form. */
export const draftOf = (given: BrandValues, { logo_url, logo_type, favicon_url }: WhitelabelView): BrandDraft => ({
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
  printedLogo: logo_type === 'image/webp' ? null : logo_url,
  favicon: favicon_url,
});
