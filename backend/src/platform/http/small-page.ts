import { brandPageHtml, type BrandPage } from '@skein/contracts/brand-page';
import { ownLook, type BrandLook } from '@skein/contracts/brand-theme';
import { RawAnswer } from './raw-answer';

/**
 * What an agency chose of the pages that people without a login see. It carries no name: a recipient knows the sender,
 * not who sends for it.
 */
export type PageLook = BrandLook;

/** One card with a title for somebody who follows a link of an email: no script, nothing fetched, kept by no cache and named to nobody. */
interface SmallPage extends BrandPage {
  status?: number;
  look?: PageLook | null;
}

/** Draws such a page, in the look of the agency that stands behind the email where it has one. */
export const smallPage = ({ status = 200, look, ...page }: SmallPage): RawAnswer =>
  new RawAnswer(brandPageHtml(page, look ?? ownLook), status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  });
