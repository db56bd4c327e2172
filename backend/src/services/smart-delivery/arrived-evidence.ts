import type { ImapFlow } from 'imapflow';
import { authenticateMessage, type MessageAuthentication } from '#platform/mail-authentication/authenticate-message';
import { hasSpamVerdict } from './checks.store';
import type { ToFind } from './find-mails.store';
import type { PlacementDeps } from './worker-deps';

/** Of a message that arrived, as much is read and kept. */
const mostBytes = 262_144;
/** As long as a message is evaluated: a signature holds for the whole of it, and 25 MB of attachments are 35 MB on their way. */
const mostEvaluated = 36_000_000;
const text = 'The message is too long to evaluate.';

/** A message in a seed. */
interface ArrivedSource {
  uid: string;
  /** The whole length on the server. */
  size: number;
  at: Date | null;
  /** Its beginning, or all of it. */
  beginning: Buffer;
}

export async function fetchBeginning(client: ImapFlow, uid: number): Promise<ArrivedSource | null> {
  const query = { uid: true, size: true, source: { maxLength: mostBytes }, internalDate: true };
  const message = await client.fetchOne(String(uid), query, { uid: true });
  if (!message) return null;
  const beginning = message.source ?? Buffer.alloc(0);
  return {
    uid: String(uid),
    // A server can be off by some bytes; only a beginning that is full says that there is more.
    size: beginning.length < mostBytes ? beginning.length : Math.max(message.size ?? 0, beginning.length),
    at: message.internalDate ? new Date(message.internalDate) : null,
    beginning,
  };
}

/**
 * What the message itself tells: who let it through and by which way it came. Header and body are kept byte for byte (one character each),
 * so that a check can be made again; of a message that is longer than what is kept, only the header is.
 */
export async function readEvidence(deps: PlacementDeps, client: ImapFlow, mail: ToFind, source: ArrivedSource) {
  const kept = source.beginning.toString('latin1').replaceAll('\u0000', '');
  const end = kept.indexOf('\r\n\r\n');
  const headers = (end < 0 ? kept : kept.slice(0, end)).slice(0, 50_000);
  const body = end < 0 || source.size >= mostBytes || end > 50_000 ? null : kept.slice(end + 4);
  const authentication = await evaluate(deps, client, source).catch((error: unknown) => {
    deps.log.error({ error, mail: mail.id }, 'a message of a placement test could not be evaluated');
    return null;
  });
  const asksSpam =
    deps.tools.spamChecker && mail.checks_spam && !(await deps.db.systemSql((sql) => hasSpamVerdict(sql, mail.id)));
  const spam = asksSpam
    ? await deps.tools.spamChecker?.(source.beginning).catch((error: unknown) => {
        deps.log.error({ error }, 'SpamAssassin could not be asked');
        return null;
      })
    : null;
  return { headers, body, authentication, spam: spam ?? null };
}

async function evaluate(
  { tools }: Pick<PlacementDeps, 'tools'>,
  client: ImapFlow,
  { uid, size, beginning }: ArrivedSource,
): Promise<MessageAuthentication> {
  if (size < mostBytes) return authenticateMessage(beginning, tools.lookUp);
  if (size > mostEvaluated) return withoutBody(await authenticateMessage(beginning, tools.lookUp));
  return oneAtATime(async () => {
    const message = await client.fetchOne(uid, { uid: true, source: true }, { uid: true });
    if (!message || !message.source) throw new Error('The message was moved while it was read.');
    return authenticateMessage(message.source, tools.lookUp);
  });
}

/** What can be said of a message whose body was not read: SPF alone. */
export const withoutBody = (found: MessageAuthentication): MessageAuthentication => ({
  ...found,
  dkim: [{ result: 'skipped', domain: null, selector: null, isAligned: false, text }],
  dmarc: found.dmarc.isSpfAligned
    ? { ...found.dmarc, isDkimAligned: false }
    : { ...found.dmarc, result: 'skipped', isDkimAligned: false, text },
  arc: 'skipped',
});

let last: Promise<unknown> = Promise.resolve();

/** Long messages are in memory one after another, however many seeds are looked into. */
function oneAtATime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}
