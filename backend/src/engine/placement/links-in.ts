import { decodeAddress } from '@skein/template/escape';

const mostLinks = 50;
const linkPattern = /https?:\/\/[^\s<>"')\]]{1,2000}/g;

function withoutEnd(link: string): string {
  let end = link.length;
  while (end > 0 && '.,;:!?'.includes(link[end - 1] as string)) end--;
  return link.slice(0, end);
}

/** Each link once, without the punctuation of its sentence, and as a browser reads it where it stands in HTML. */
export const linksIn = (content: string, isHtml: boolean): string[] => {
  const found = (content.match(linkPattern) ?? []).map((link) => withoutEnd(link));
  return [...new Set(isHtml ? found.map((link) => decodeAddress(link)) : found)].slice(0, mostLinks);
};
