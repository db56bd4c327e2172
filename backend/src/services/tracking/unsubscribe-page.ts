import { escapeHtml, smallPage, type PageLook } from '#platform/http/small-page';

/** Asks before it unsubscribes: link scanners open every address of a mail, and only a person presses a button. */
export const unsubscribePage = (look: PageLook | null) =>
  smallPage({
    title: 'Unsubscribe',
    content:
      '<p>Press the button to stop all emails from this sender.</p><form method="post"><button type="submit">Unsubscribe</button></form>',
    look,
  });

/** Says what became of a link: 200, or 404 where it is nobody's. */
export const toldPage = (
  title: string,
  text: string,
  { status, look }: { status?: number; look?: PageLook | null } = {},
) => smallPage({ title, content: `<p>${escapeHtml(text)}</p>`, status, look });
