import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { getDomain } from 'tldts';

/** Hosts of links and their registered domains, each once: some lists know only the one, some only the other. */
export const domainsOfLinks = (links: readonly string[]): string[] => [
  ...new Set(
    links.flatMap((link) => {
      if (!URL.canParse(link)) return [];
      const { hostname } = new URL(link);
      return [hostname, getDomain(hostname) ?? hostname];
    }),
  ),
];

/** Domains of the email's links that block lists name. A list that could not be asked properly says nothing. */
export const listedLinks = (domains: PlacementReport['domain_lists']): PlacementReport['content']['findings'] =>
  domains
    .filter(({ is_link: isLink }) => isLink)
    .flatMap(({ domain, lists }) => {
      const listed = lists.filter(({ state }) => state === 'LISTED').map(({ list }) => list);
      return listed.length === 0
        ? []
        : [
            {
              area: 'links',
              text: domain,
              reason: `Linked domain on ${listed.length === 1 ? 'a block list' : `${listed.length} block lists`}: ${listed.join(', ')}.`,
              variant: null,
            },
          ];
    });
