import { unsubscribeQuestion } from '@skein/contracts/brand-page';
import { escapeHtml } from '@skein/contracts/escape-html';
import { smallPage, type PageLook } from '#platform/http/small-page';

/** Asks before it unsubscribes. */
export const unsubscribePage = (look: PageLook | null) => smallPage({ ...unsubscribeQuestion, look });

/** Says what became of a link: 200, or 404 where it is nobody's. */
export const toldPage = (
  title: string,
  text: string,
  { status, look }: { status?: number; look?: PageLook | null } = {},
) => smallPage({ title, content: `<p>${escapeHtml(text)}</p>`, status, look });
