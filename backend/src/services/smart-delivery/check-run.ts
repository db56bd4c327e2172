import { readLink, type LinkAnswer } from '#platform/http/link-answer';
import { authenticateMessage } from '#platform/mail-authentication/authenticate-message';
import type { Database } from '#platform/db/database';
import * as store from './checks.store';
import { analyseRun } from './content-analysis';
import { domainsOfLinks } from './listed-links';
import type { CheckTools } from './deps';

const mostLinks = 20;

/**
 * Asks DNS and the servers behind links about everything a run is made of, and writes the answers. A second call is the proof of a repair:
 * the message that arrived is evaluated again with the records of now.
 */
export async function checkRun(db: Database, tools: CheckTools, run: store.RunToCheck, at: Date): Promise<void> {
  const { workspace_id: workspaceId, run_id: runId } = run;
  const { addresses, samples } = await db.systemSql(async (sql) => ({
    addresses: await store.findAddresses(workspaceId, sql, runId),
    samples: await store.findSamples(workspaceId, sql, runId),
  }));
  const content = analyseRun(run, run);
  const arrived = [run.content, ...Object.values(run.variant_contents)];
  const personal = new Set(arrived.flatMap((each) => each?.personalLinks ?? []));
  const linkDomains = domainsOfLinks([...content.links, ...content.addresses]);
  const domains = [...new Set([...samples.map(({ sender }) => sender.split('@')[1] ?? ''), ...linkDomains])].slice(
    0,
    50,
  );
  const checks = await Promise.all([
    ...addresses.map(async (ip) => ({
      kind: 'IP' as const,
      subject: ip,
      answer: {
        lists: await tools.reputation.listed(ip),
        reverse: await tools.reputation.reverse(ip),
        owner: await tools.reputation.owner(ip),
      },
    })),
    ...domains.filter(Boolean).map(async (domain) => ({
      kind: 'DOMAIN' as const,
      subject: domain,
      answer: { lists: await tools.reputation.listed(domain), isLink: linkDomains.includes(domain) },
    })),
    ...samples.map(async ({ sender, headers, body }) => ({
      kind: 'SENDER' as const,
      subject: sender,
      answer: await authenticateMessage(Buffer.from(`${headers.trimEnd()}\r\n\r\n${body}`, 'latin1'), tools.lookUp),
    })),
    ...(run.checks_links ? content.links.slice(0, mostLinks) : []).map(async (link) => ({
      kind: 'LINK' as const,
      subject: link,
      answer: personal.has(link) ? notOpened : await followLink(tools, link, content.tracked[link]),
    })),
  ]);
  await db.systemSql((sql) => store.saveChecks(workspaceId, sql, { runId, checks, at }));
}

/** The customer's system would take our visit for the lead's: the link can be their opt-out. */
const notOpened: LinkAnswer & { isPersonal: true } = {
  status: null,
  isDead: false,
  isRedirect: false,
  text: 'Not opened: the link is personal',
  isPersonal: true,
};

/** Opens a link as a reader does: by its tracked address, which leads on, and then the page itself. */
async function followLink({ askServer }: CheckTools, link: string, tracked: string | undefined): Promise<LinkAnswer> {
  if (tracked === undefined) return readLink(askServer, link);
  const way = await readLink(askServer, tracked);
  return way.isRedirect
    ? readLink(askServer, link)
    : { ...way, isDead: true, text: `The tracking link does not lead there. ${way.text}` };
}
