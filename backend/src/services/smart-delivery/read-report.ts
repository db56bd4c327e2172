import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type {
  PlacementAuthentication,
  PlacementListAnswer,
  PlacementMessage,
  PlacementReport,
} from '@skein/contracts/smart-delivery/placement-shapes';
import { placementLimits } from '@skein/contracts/smart-delivery/placement-shapes';
import { diagnose } from '#engine/placement/diagnose';
import { readRoute } from '#platform/mail-authentication/authenticate-message';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { actionSteps } from './action-steps';
import type { LinkAnswer } from '#platform/http/link-answer';
import { checkRun } from './check-run';
import * as checks from './checks.store';
import { analyseRun } from './content-analysis';
import { listedLinks } from './listed-links';
import { toMail } from './list-mails';
import { tokenHeader } from './token-header';
import type { SmartDeliveryDeps } from './deps';
import { nowOf, requireTest, toRow, type Who } from './placement-tests';
import { groupMails, isWaiting, statusOf, withScore } from './placement-score';
import { findMail, findMails, type ResultMail } from './results.store';
import { isKnown, summariseRun } from './summarise-run';
import type { ArrivedContent, ArrivedContents } from './tested-content';
import * as store from './tests.store';

const done = { done: true } as const;
/** A test whose first run is still to come has a report without results. */
const emptyRun = (test: store.TestRecord): store.RunRecord => ({
  test_id: test.id,
  number: 0,
  started_at: test.starts_at ?? test.created_at,
  mails: 0,
  inbox: 0,
  tab: 0,
  spam: 0,
  missing: 0,
  failed: 0,
  waiting: 0,
  control_known: 0,
  control_good: 0,
  control_waiting: 0,
  actions: [],
  code: null,
  emails_deleted_at: null,
});

async function loadRun(deps: SmartDeliveryDeps, who: Who, id: number, number: number | undefined) {
  const { test, runs } = await deps.db.tenantSql(who.workspaceId, async (sql) => ({
    test: await requireTest(who, sql, id),
    runs: await store.findRuns(who.workspaceId, sql, [id]),
  }));
  const planned = number === undefined && runs.length === 0 ? emptyRun(test) : undefined;
  const run = planned ?? (number === undefined ? runs.at(-1) : runs.find((each) => each.number === number));
  if (!run) throw notFound('This run');
  const found = await deps.db.systemSql(async (sql) => ({
    mails: await findMails(who.workspaceId, sql, id, run.number),
    checks: await checks.findChecks(who.workspaceId, sql, id, run.number),
    authentications: await checks.findAuthentications(who.workspaceId, sql, id, run.number),
    spam: await checks.findSpamVerdicts(who.workspaceId, sql, id, run.number),
    arrived: await checks.findContents(who.workspaceId, sql, id, run.number),
  }));
  return { test, runs, run, ...found };
}
type Loaded = Awaited<ReturnType<typeof loadRun>>;

const answersOf = <Answer>(loaded: Loaded, kind: checks.CheckKind) =>
  loaded.checks
    .filter((check) => check.kind === kind)
    .map(({ subject, answer, checked_at: at }) => ({ subject, answer: answer as Answer, at: at.toISOString() }));

/** The email of a run as it arrived, of the first variant where there are several. */
const shownContent = ({ test, arrived }: Pick<Loaded, 'test' | 'arrived'>) =>
  arrived.content ?? arrived.variant_contents[test.variants?.[0]?.label ?? ''] ?? null;

/** What was found out about authentication, addresses, domains, filters and content. */
function evidenceOf(deps: SmartDeliveryDeps, loaded: Loaded, real: readonly ResultMail[]) {
  const senders = answersOf<PlacementAuthentication>(loaded, 'SENDER');
  const links = answersOf<LinkAnswer & { isPersonal?: boolean }>(loaded, 'LINK');
  const { test } = loaded;
  const content = analyseRun(test, loaded.arrived);
  const domainLists = answersOf<{ lists: PlacementListAnswer[]; isLink: boolean }>(loaded, 'DOMAIN').map(
    ({ subject, answer, at }) => ({ domain: subject, is_link: answer.isLink, lists: answer.lists, checked_at: at }),
  );
  return {
    authentication: loaded.authentications.map(({ sender, authentication }) => {
      const later = senders.find(({ subject }) => subject === sender);
      return { sender, arrived: authentication, now: later?.answer ?? null, checked_at: later?.at ?? null };
    }),
    addresses: answersOf<Omit<PlacementReport['addresses'][0], 'ip' | 'mails' | 'checked_at'>>(loaded, 'IP').map(
      ({ subject, answer, at }) => ({
        ...answer,
        ip: subject,
        mails: real.filter((mail) => mail.client_ip === subject).length,
        checked_at: at,
      }),
    ),
    domain_lists: domainLists,
    spam_filter: {
      is_set_up: deps.tools.spamChecker !== null,
      verdicts: loaded.spam.map(({ sender, spam }) => ({ sender, ...spam })),
    },
    content: {
      html: (shownContent(loaded) ?? { html: test.body_html }).html,
      size: content.size,
      words: content.words,
      text_share: content.textShare,
      images: content.images,
      subject_length: content.subjectLength,
      is_unsubscribe_offered: content.isUnsubscribeOffered,
      links: content.links.map((url) => {
        const answer = links.find(({ subject }) => subject === url.slice(0, 500))?.answer;
        return {
          url,
          text: answer?.text ?? null,
          is_dead: answer?.isDead ?? false,
          is_redirect: answer?.isRedirect ?? false,
          is_personal: answer?.isPersonal ?? false,
        };
      }),
      findings: [...listedLinks(domainLists), ...content.findings],
    },
    checked_at:
      loaded.checks.length === 0
        ? null
        : new Date(Math.max(...loaded.checks.map(({ checked_at: at }) => at.getTime()))).toISOString(),
  };
}

/** How a person sends the run, and what was found of it. */
function selfSendingOf(
  test: store.TestRecord,
  run: store.RunRecord,
  mails: readonly ResultMail[],
): PlacementReport['self_sending'] {
  if (run.code === null) return null;
  const found = mails.flatMap(({ landed, landed_at: at }) => (landed !== null && at ? [at.getTime()] : []));
  return {
    code: run.code,
    header: `${tokenHeader}: ${run.code}`,
    seeds: mails.map(({ seed, provider, region }) => ({ email: seed, provider, region })),
    found: found.length,
    first_found_at: found.length === 0 ? null : new Date(Math.min(...found)).toISOString(),
    closes_at: new Date(run.started_at.getTime() + placementLimits.selfSentHours * 3_600_000).toISOString(),
    is_open: run.waiting > 0 && !test.is_stopped,
  };
}

/** The report of one run. @throws SkeinError NOT_FOUND */
export const readReport = async (
  deps: SmartDeliveryDeps,
  who: Who,
  id: number,
  number?: number,
): Promise<PlacementReport> => composeReport(deps, await loadRun(deps, who, id, number));

/**
 * The report of one run as a person or key reads it: pages need no email of it, clients of before need all.
 * @throws SkeinError NOT_FOUND
 */
export async function answerReport(
  deps: SmartDeliveryDeps,
  who: Who,
  id: number,
  { run, mails }: { run?: number | undefined; mails: 'all' | 'none' },
): Promise<PlacementReport> {
  const report = await readReport(deps, who, id, run);
  return mails === 'all' ? report : { ...report, mails: [] };
}

/** The latest report as a link shows it: of these senders alone, and without what other mailboxes did. */
export async function readSharedReport(
  deps: SmartDeliveryDeps,
  workspaceId: WorkspaceId,
  id: number,
  isShown: (mailboxId: MailboxId | null) => boolean,
): Promise<PlacementReport> {
  const loaded = await loadRun(deps, { workspaceId, userId: 0, role: 'OWNER', client: null }, id, undefined);
  const mails = loaded.mails.filter((mail) => isShown(mail.mailbox_id));
  const senders = new Set(mails.map(({ sender }) => sender));
  const domains = new Set(mails.map(({ sender }) => sender.split('@')[1]));
  const addresses = new Set(mails.flatMap(({ client_ip: ip }) => ip ?? []));
  const isTheirs = ({ kind, subject, answer }: checks.CheckRow) =>
    kind === 'LINK' ||
    (kind === 'SENDER' && senders.has(subject)) ||
    (kind === 'IP' && addresses.has(subject)) ||
    (kind === 'DOMAIN' && (domains.has(subject) || (answer as { isLink?: boolean }).isLink === true));
  const real = mails.filter(({ kind }) => kind === 'REAL');
  const [tally] = groupMails(real, () => 'all');
  const control = mails.filter(({ kind }) => kind === 'CONTROL');
  const run = { ...loaded.run, ...(tally ?? {}), control_waiting: control.filter(isWaiting).length, actions: [] };
  return composeReport(deps, {
    ...loaded,
    run,
    runs: [run],
    mails,
    checks: loaded.checks.filter(isTheirs),
    authentications: loaded.authentications.filter(({ sender }) => senders.has(sender)),
    spam: loaded.spam.filter(({ sender }) => senders.has(sender)),
    arrived: ofSenders(loaded.arrived, isShown),
  });
}

/** What arrived from these senders: an email of another one bears its signature. */
function ofSenders(
  { content, variant_contents: variants }: ArrivedContents,
  isShown: (mailboxId: MailboxId | null) => boolean,
): ArrivedContents {
  const isTheirs = (one: ArrivedContent | null | undefined) => one != null && isShown(one.mailboxId ?? null);
  return {
    content: isTheirs(content) ? content : null,
    variant_contents: Object.fromEntries(Object.entries(variants).filter(([, one]) => isTheirs(one))),
  };
}

function composeReport(deps: SmartDeliveryDeps, loaded: Loaded): PlacementReport {
  const { test, runs, run, mails } = loaded;
  const real = mails.filter(({ kind }) => kind === 'REAL');
  const groups = {
    by_provider: groupMails(real, ({ provider }) => provider),
    by_region: groupMails(real, ({ region }) => region),
    by_sender: groupMails(real, ({ sender }) => sender),
    by_variant: test.variants ? groupMails(real, ({ variant }) => variant ?? '') : [],
  };
  const evidence = evidenceOf(deps, loaded, real);
  const diagnosis = diagnose(
    mails.filter(isKnown).map((mail) => ({
      sender: mail.sender,
      domain: mail.sender.split('@')[1] ?? '',
      provider: mail.provider,
      kind: mail.kind,
      variant: mail.kind === 'REAL' ? mail.variant : null,
      isGood: mail.landed === 'INBOX' || mail.landed === 'TAB',
    })),
  );
  const row = toRow(test, runs);
  const shown = shownContent(loaded);
  return {
    ...row,
    status: statusOf(test, runs.at(-1)),
    variants: (test.variants ?? []).map(({ label, subject, body_text }) => {
      const arrived = loaded.arrived.variant_contents[label];
      return { label, subject: arrived?.subject ?? subject, body_text: arrived?.text ?? body_text };
    }),
    subject: shown?.subject ?? test.subject,
    body_text: shown?.text ?? test.body_text,
    has_gap: test.has_gap,
    moves_leads: test.moves_leads,
    pauses_step: test.pauses_step,
    notifies: test.notifies,
    self_sending: selfSendingOf(test, run, real),
    description: test.description,
    source: test.source,
    rest_below: test.rest_below,
    cap_to: test.cap_to,
    below_runs: test.below_runs,
    is_sandbox: mails.some((mail) => mail.is_sandbox),
    can_publish: deps.publishTxt !== null,
    run: run.number,
    actions: run.actions,
    emails_deleted_at: run.emails_deleted_at?.toISOString() ?? null,
    history: runs.map((each) => ({
      number: each.number,
      started_at: each.started_at.toISOString(),
      ...withScore(each),
    })),
    ...groups,
    mails: mails.map(toMail),
    summary: summariseRun(mails),
    ...evidence,
    control: test.has_control ? { known: run.control_known, good: run.control_good } : null,
    diagnosis,
    steps: actionSteps({
      ...evidence,
      pass_percent: test.pass_percent,
      diagnosis,
      mails: real,
      senders: groups.by_sender,
      providers: groups.by_provider,
    }),
  };
}

/** @throws SkeinError NOT_FOUND */
export async function readMessage(
  deps: SmartDeliveryDeps,
  who: Who,
  id: number,
  mailId: number,
): Promise<PlacementMessage> {
  await deps.db.tenantSql(who.workspaceId, (sql) => requireTest(who, sql, id));
  const mail = await deps.db.systemSql((sql) => findMail(who.workspaceId, sql, id, mailId));
  if (!mail) throw notFound('This email');
  const shown = (text: string | null) => (text === null ? null : Buffer.from(text, 'latin1').toString('utf8'));
  return {
    ...toMail(mail),
    headers: shown(mail.headers),
    body: shown(mail.body),
    authentication: mail.authentication,
    spam: mail.spam as PlacementMessage['spam'],
    hops: mail.headers === null ? [] : readRoute(mail.headers),
  };
}

/** Asks again about the latest run, so that what was mended shows. @throws SkeinError NOT_FOUND, CONFLICT before a mail was found */
export async function checkAgain(deps: SmartDeliveryDeps, who: Who, id: number) {
  await deps.db.tenantSql(who.workspaceId, (sql) => requireTest(who, sql, id));
  const run = await deps.db.systemSql((sql) => checks.findRunToCheck(who.workspaceId, sql, id));
  if (!run) throw notFound('This run');
  if (run.emails_deleted_at)
    throw new SkeinError('CONFLICT', 'The emails of this run were deleted. Run the test again.');
  await checkRun(deps.db, deps.tools, run, nowOf(deps));
  return done;
}

/** The sandbox stands for the DNS host: it publishes the record of a step. @throws SkeinError NOT_FOUND, FORBIDDEN outside the sandbox */
export async function publishRecord(deps: SmartDeliveryDeps, who: Who, id: number, key: string) {
  const report = await readReport(deps, who, id);
  if (!deps.publishTxt) throw new SkeinError('FORBIDDEN', 'Records are published at the DNS host of the domain.');
  const record = report.steps.find((step) => step.key === key)?.record;
  if (record?.type !== 'TXT') throw notFound('This record');
  deps.publishTxt(record.name, record.value);
  return checkAgain(deps, who, id);
}
