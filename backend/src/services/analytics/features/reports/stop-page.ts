import { escapeHtml } from '@skein/contracts/escape-html';
import { smallPage, type PageLook } from '#platform/http/small-page';

/** Asks first: link scanners open every address of an email, and only a person presses a button. */
export const askToStop = (look: PageLook | null) =>
  smallPage({
    title: 'Stop this report?',
    content:
      '<p>You will no longer get it by email.</p><form method="post"><button type="submit">Stop this report</button></form>',
    look,
  });
export const stoppedPage = ({ name, email }: { name: string; email: string }, look: PageLook | null) =>
  smallPage({
    title: 'Report stopped',
    content: `<p>${escapeHtml(email)} no longer gets “${escapeHtml(name)}”.</p>`,
    look,
  });
export const noSuchLink = () =>
  smallPage({
    title: 'This link is not valid',
    content: '<p>It may be cut off, or the report was deleted.</p>',
    status: 404,
  });
