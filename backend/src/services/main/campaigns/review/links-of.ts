import { rewriteLinks } from '@skein/template/links';

/** Links of a campaign that the final review opens at most before launch. */
const mostLinksOpened = 20;
/** Names that can have no server (RFC 2606, RFC 6761): texts of examples and of the sandbox. */
const reserved = /(?:^|\.)(?:test|example|invalid|localhost|example\.(?:com|net|org))$/i;

/** The links of HTML bodies that can be opened before a lead is known: without fields, at a name that can have a server. */
export function linksOf(bodies: readonly string[]): string[] {
  const links = bodies.flatMap((body) => rewriteLinks(body, (url) => url).links.map(({ url }) => url));
  return [...new Set(links)]
    .filter((url) => !/[{}%]\w*[{}%]|\{\{/.test(url) && URL.canParse(url) && !reserved.test(new URL(url).hostname))
    .slice(0, mostLinksOpened);
}
