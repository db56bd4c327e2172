import type { EnrolmentId } from '@skein/contracts/ids';
import type { UntrackedReply } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { cleanMailsTask, uncleaned, weightOfMails } from '#engine/inbox-sync/clean-mails';
import { ownTextOf } from '#engine/inbox-sync/strip-quote';
import { decodeTimeCursor, encodeCursor } from '#platform/db/cursor';
import type { Database, SqlClient } from '#platform/db/database';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { Live } from '#platform/live/live';
import { readOrElse } from '#platform/workers/answer-heavy';
import type { HeavyWork } from '#platform/workers/heavy-work';
import type { ReplyRecorder } from './reply-recorder';
import {
  changeUntracked,
  findCandidates,
  findOthersFrom,
  findUntracked,
  findUntrackedById,
  placeReply,
  type Candidate,
  type UntrackedFilter,
  type UntrackedRecord,
  type Viewer,
  lockConversation,
} from './untracked-replies.store';

export interface UntrackedDeps {
  db: Database;
  live: Pick<Live, 'publish'>;
  heavyWork: Pick<HeavyWork, 'run'>;
  replies: ReplyRecorder;
}

/** One page of untracked replies with the leads that may have written them. */
export async function listUntracked(
  deps: UntrackedDeps,
  viewer: Viewer,
  {
    offset,
    with_content: withContent,
    ...query
  }: UntrackedFilter & { cursor?: string; limit: number; offset: number; with_content: boolean },
) {
  return deps.db.tenantSql(viewer.workspaceId, async (sql) => {
    const { rows, total } = await findUntracked(viewer, sql, {
      filter: query,
      after: decodeTimeCursor(query.cursor, Number.MAX_SAFE_INTEGER),
      limit: query.limit,
      offset,
    });
    const page = rows.slice(0, query.limit);
    const candidates = await findCandidates(viewer, sql, {
      ids: page.flatMap((record) => (record.suggestion ?? []).map((one) => one.enrolment_id)),
    });
    const last = page.at(-1);
    const contents = withContent ? await contentsOf(deps, page) : [];
    return {
      rows: page.map((record, index) => ({ ...toReply(record, candidates), ...contents[index] })),
      next_cursor: rows.length > query.limit && last ? encodeCursor([last.at.toISOString(), Number(last.id)]) : null,
      total: Math.min(total, 10_000),
      total_is_capped: total > 10_000,
    };
  });
}

/** One untracked reply with its cleaned content. @throws SkeinError NOT_FOUND */
export async function getUntracked(deps: UntrackedDeps, viewer: Viewer, id: number) {
  return deps.db.tenantSql(viewer.workspaceId, async (sql) => {
    const record = await findUntrackedById(viewer, sql, id);
    if (!record) throw notFound('This reply');
    const candidates = await findCandidates(viewer, sql, {
      ids: (record.suggestion ?? []).map((one) => one.enrolment_id),
    });
    const [content] = await contentsOf(deps, [record]);
    return { ...toReply(record, candidates), ...(content as Content) };
  });
}

type Content = Awaited<ReturnType<typeof contentsOf>>[number];

/** What replies say, cleaned, and their files. */
async function contentsOf(deps: Pick<UntrackedDeps, 'heavyWork'>, records: readonly UntrackedRecord[]) {
  const mails = records.map((record) => ({ html: record.html_body, text: record.text_body }));
  const contents = await readOrElse(deps.heavyWork, cleanMailsTask, mails, {
    size: weightOfMails(mails),
    instead: () => mails.map(uncleaned),
  });
  return records.map((record, index) => ({
    ...(contents[index] as (typeof contents)[number]),
    attachments: record.attachments.map((file, place) => ({
      index: place,
      name: file.name ?? 'attachment',
      content_type: file.content_type ?? 'application/octet-stream',
      size: file.size ?? 0,
      is_inline: file.is_inline ?? false,
      content_id: file.content_id ?? null,
      is_stored: Boolean(file.storage_key),
    })),
  }));
}

/** Leads that were mailed and fit a text. */
export async function findLeads(deps: UntrackedDeps, viewer: Viewer, search: string) {
  return deps.db.tenantSql(viewer.workspaceId, async (sql) => ({
    leads: (await findCandidates(viewer, sql, { search })).map(toSuggestion),
  }));
}

/**
 * Makes an untracked reply the reply of a lead: it is counted, stops and categorises as if it had been matched when it came. The
 * address is remembered: its next emails are matched by themselves, and what else it wrote since the lead was first mailed goes
 * to the lead now.
 * @throws SkeinError NOT_FOUND; ILLEGAL_TRANSITION when the lead was never mailed
 */
export async function associate(
  deps: UntrackedDeps,
  viewer: Viewer,
  id: number,
  given: { enrolment_id: EnrolmentId; remember_address: boolean },
) {
  return deps.db.tenantSql(viewer.workspaceId, async (sql) => {
    const record = await findUntrackedById(viewer, sql, id, true);
    if (!record) throw notFound('This reply');
    const [candidate] = await findCandidates(viewer, sql, { ids: [given.enrolment_id] });
    if (!candidate)
      throw new SkeinError('ILLEGAL_TRANSITION', 'This lead was never emailed, or is not yours: choose one that was.');
    await lockConversation(viewer, sql, candidate.enrolment_id);
    const learns = given.remember_address && record.from_email !== '' && record.from_email !== candidate.lead_email;
    if (learns)
      await deps.replies.learnAlias(sql, {
        workspaceId: viewer.workspaceId,
        leadId: candidate.lead_id,
        email: record.from_email,
        evidence: { message: record.id, by: 'person', user_id: viewer.userId },
      });
    const others = learns ? await findOthersFrom(viewer, sql, record, candidate) : [];
    let isStopped = false;
    for (const reply of [record, ...others]) {
      await placeReply(viewer, sql, reply.id, candidate);
      isStopped = (await recordAsReply(deps, sql, viewer, { record: reply, candidate })) || isStopped;
    }
    await deps.live.publish(sql, viewer.workspaceId, [
      'inbox',
      'untracked-replies',
      'campaigns',
      `campaign:${candidate.campaign_id}`,
    ]);
    return { enrolment_id: candidate.enrolment_id, is_stopped: isStopped, also: others.length };
  });
}

/** An untracked reply and the lead it is recorded for. */
interface ReplyToRecord {
  record: UntrackedRecord;
  candidate: Candidate;
}

/** @returns whether it stopped the lead */
async function recordAsReply(
  deps: UntrackedDeps,
  sql: SqlClient,
  viewer: Viewer,
  { record, candidate }: ReplyToRecord,
): Promise<boolean> {
  const effect = await deps.replies.recordInbound(sql, {
    workspaceId: viewer.workspaceId,
    messageRowId: record.id,
    messageId: record.message_id,
    enrolmentId: candidate.enrolment_id,
    intentId: candidate.intent_id,
    at: record.at,
    classification: record.classification,
    ownText: ownTextOf({ text: record.text_body, hasTextPart: true, html: null }).own,
    match: { by: 'person', evidence: [{ rule: 'associated by', text: viewer.name }] },
  });
  return effect?.isStopped ?? false;
}

/** Ignores, brings back or marks replies. */
export async function updateUntracked(
  deps: UntrackedDeps,
  viewer: Viewer,
  ids: readonly number[],
  change: 'ignore' | 'restore' | 'read' | 'unread',
) {
  return deps.db.tenantSql(viewer.workspaceId, async (sql) => {
    const changed = await changeUntracked(viewer, sql, ids, change);
    if (changed > 0) await deps.live.publish(sql, viewer.workspaceId, ['inbox', 'untracked-replies']);
    return { changed };
  });
}

const toSuggestion = (candidate: Candidate) => ({
  enrolment_id: candidate.enrolment_id,
  lead_id: candidate.lead_id,
  lead_email: candidate.lead_email,
  lead_name: candidate.lead_name,
  campaign_id: candidate.campaign_id,
  campaign_name: candidate.campaign_name,
  sent_at: candidate.sent_at.toISOString(),
  subject: candidate.subject,
});

/** Suggestions keep the order in which they were found: the likeliest first. */
function toReply(record: UntrackedRecord, candidates: readonly Candidate[]): UntrackedReply {
  const known = new Map(candidates.map((candidate) => [candidate.enrolment_id, candidate]));
  const order = [...new Set((record.suggestion ?? []).map((one) => one.enrolment_id))];
  return {
    id: Number(record.id),
    from: { name: record.from_name, email: record.from_email },
    to: record.to_emails,
    mailbox: { id: record.mailbox_id, from_email: record.mailbox_email },
    subject: record.subject,
    snippet: record.snippet,
    at: record.at.toISOString(),
    is_read: record.is_read,
    kind: record.kind,
    suggestions: order.flatMap((id) => {
      const candidate = known.get(id);
      return candidate ? [toSuggestion(candidate)] : [];
    }),
    calendar: record.classification.calendar ?? null,
    evidence: record.match.evidence ?? [],
  };
}
