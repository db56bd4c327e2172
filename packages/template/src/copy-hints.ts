import { decodeAddress } from './escape';
import { readAttribute, readHtml } from './html-tokens';
import { htmlToPlainText } from './plain-text';
import { rewriteLinks } from './links';
import { spamWordsIn } from './spam-phrases';

export type HintCode =
  | 'spam_words'
  | 'subject_long'
  | 'subject_empty'
  | 'subject_shouting'
  | 'body_long'
  | 'body_short'
  | 'many_links'
  | 'short_link'
  | 'many_images'
  | 'shouting'
  | 'many_exclamations'
  | 'active_content'
  | 'large_html'
  | 'insecure_link'
  | 'link_mismatch'
  | 'number_link'
  | 'picture_only';

/** Advice on a rendered mail. Hints never block a launch. */
export interface CopyHint {
  code: HintCode;
  message: string;
  where: 'subject' | 'body';
  /** The words or links meant, as they stand in the mail. */
  found: string[];
}

const SHORTENERS =
  /^https?:\/\/(?:www\.)?(?:bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|shorturl\.at)\//i;

/**
 * Looks a rendered mail over for what spam filters and readers dislike. The written rules, for every installation; a SpamAssassin of
 * one's own adds its points (SPAMD_URL). Where each comes from:
 * - words, capitals, exclamation marks: the kinds of text that SpamAssassin's rules for subjects and bodies score (SUBJ_ALL_CAPS,
 *   the rules of 20_phrases and 20_drugs, PLING_QUERY), as plain words that a writer can change;
 * - a text that names another address than its link (link_mismatch), an address by number (number_link: NUMERIC_HTTP_ADDR,
 *   NORMAL_HTTP_TO_IP), a shortener (short_link: the URL shortener lists that block lists keep), no https (insecure_link): what
 *   filters take for phishing;
 * - pictures with hardly any words (picture_only: HTML_IMAGE_ONLY_*, HTML_IMAGE_RATIO_*), many pictures;
 * - 50 to 125 words, at most 3 links, 60 characters of subject (about 40 on phones): how cold mails are written that are answered;
 * - 100 kB: where Gmail cuts a mail (102 kB); scripts, forms and players: removed by mail programs.
 */
export function findCopyHints(mail: {
  subject: string;
  html: string | null;
  text: string;
  isThreadReply: boolean;
}): CopyHint[] {
  const hints: CopyHint[] = [];
  const add = (code: HintCode, where: CopyHint['where'], message: string, found: string[] = []): void => {
    hints.push({ code, where, message, found });
  };
  const { subject } = mail;
  const html = mail.html ?? '';
  const text = (mail.html === null ? mail.text : htmlToPlainText(html)).slice(0, 100_000);

  if (!subject.trim()) add('subject_empty', 'subject', 'The email has no subject.');
  else if (!mail.isThreadReply && subject.length > 60)
    add(
      'subject_long',
      'subject',
      `The subject has ${subject.length} characters; many phones show about 40, most clients 60.`,
    );
  if (isShouting(subject)) add('subject_shouting', 'subject', 'The subject is written in capitals.');
  const subjectWords = spamWordsIn(subject);
  if (subjectWords.length > 0) add('spam_words', 'subject', 'These words are common in spam.', subjectWords);
  const bodyWords = spamWordsIn(text);
  if (bodyWords.length > 0) add('spam_words', 'body', 'These words are common in spam.', bodyWords);

  const words = text.split(/\s+/).filter(Boolean);
  if (words.length > 200)
    add('body_long', 'body', `The body has ${words.length} words; 50 to 125 is usual for a cold email.`);
  if (words.length > 0 && words.length < 12)
    add(
      'body_short',
      'body',
      `The body has ${words.length} ${words.length === 1 ? 'word' : 'words'}; 50 to 125 is usual for a cold email.`,
    );
  const capitals = words.filter(isShouting).slice(0, 10);
  if (capitals.length >= 3) add('shouting', 'body', 'Several words are written in capitals.', capitals);
  if ((text.match(/!/g)?.length ?? 0) > 3)
    add('many_exclamations', 'body', 'The body has more than three exclamation marks.');

  const links = rewriteLinks(html, (url) => url).links.map((link) => link.url);
  if (links.length > 3)
    add(
      'many_links',
      'body',
      `The body has ${links.length} links; more than three look like a newsletter.`,
      links.slice(0, 10),
    );
  const shortened = links.filter((url) => SHORTENERS.test(url));
  if (shortened.length > 0) add('short_link', 'body', 'Link shorteners are on many block lists.', shortened);
  const insecure = links.filter((url) => /^http:/i.test(url));
  if (insecure.length > 0) add('insecure_link', 'body', 'These links are not https.', insecure);
  const numbers = links.filter((url) =>
    /^https?:\/\/(?:[^/@]*@)?(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|\d{6,})(?:[:/?#]|$)/i.test(url),
  );
  if (numbers.length > 0) add('number_link', 'body', 'These links name a number instead of a domain.', numbers);
  const mismatched = findMismatchedLinks(html);
  if (mismatched.length > 0)
    add('link_mismatch', 'body', 'The text of these links names another address than they open.', mismatched);
  const images = html.match(/<img\b/gi)?.length ?? 0;
  if (images > 0 && words.length < 20)
    add('picture_only', 'body', 'The email is mostly a picture; filters read words.');
  if (images > 2) add('many_images', 'body', `The body has ${images} images.`);
  if (/<(?:script|form|iframe|object|embed|video|audio)\b/i.test(html))
    add('active_content', 'body', 'Mail programs remove scripts, forms and embedded players.');
  if (html.length > 100_000) add('large_html', 'body', 'Gmail cuts emails above about 100 kB.');
  return hints;
}

/** Links whose text is an address of another site than the one they open, as `text → host`. Linear time. */
function findMismatchedLinks(html: string): string[] {
  const found: string[] = [];
  let open: { host: string; from: number } | null = null;
  for (const token of readHtml(html)) {
    if (token.kind !== 'tag' || token.name !== 'a') continue;
    if (open) {
      const text = htmlToPlainText(html.slice(open.from, Math.min(token.start, open.from + 2000))).trim();
      const named = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24})(?:[/:?#]\S*)?(?:\s|$)/i
        .exec(text)?.[1]
        ?.toLowerCase();
      if (named && !isSameSite(named, open.host)) found.push(`${named} → ${open.host}`);
      open = null;
    }
    const href = token.isEnd ? null : readAttribute(html.slice(token.start, token.end), 'href');
    const host = href && /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(decodeAddress(href.value))?.[1]?.toLowerCase();
    if (host) open = { host, from: token.end };
  }
  return found.slice(0, 10);
}

function isSameSite(one: string, other: string): boolean {
  const [first, second] = [one, other].map((host) => host.replace(/^www\./, '')) as [string, string];
  return first === second || first.endsWith(`.${second}`) || second.endsWith(`.${first}`);
}

function isShouting(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '');
  return letters.length >= 5 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}
