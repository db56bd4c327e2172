import type {
  PlacementGroup,
  PlacementListAnswer,
  PlacementMailRow,
} from '@skein/contracts/smart-delivery/placement-shapes';
import type { MainDeps } from '#main/deps';
import { countsOf, placement } from './spam-tests';

const reportOf = (deps: MainDeps, raw: Request, placementTestId: number) =>
  placement(deps, raw).report({ params: { placementTestId }, query: {} });
type Report = Awaited<ReturnType<typeof reportOf>>;

const grouped = ({ latest, status }: Report, groups: readonly PlacementGroup[]) => ({
  overallTotalCount: latest.mails,
  status,
  result: groups.map((group) => ({
    group_name: group.name,
    ...countsOf(group),
    placement_score: group.score,
    seconds: group.seconds,
  })),
});

export async function byProvider(deps: MainDeps, raw: Request, testId: number) {
  const report = await reportOf(deps, raw, testId);
  return grouped(report, report.by_provider);
}

export async function byRegion(deps: MainDeps, raw: Request, testId: number) {
  const report = await reportOf(deps, raw, testId);
  return grouped(report, report.by_region);
}

/** What is said of each email, under its sender; control emails are left out. */
function bySender<Row extends object>(report: Report, of: (mail: PlacementMailRow) => Row) {
  const mails = report.mails.filter(({ kind }) => kind === 'REAL');
  return [...new Set(mails.map(({ sender }) => sender))].map((from_email) => ({
    from_email,
    seed_accounts: mails
      .filter(({ sender }) => sender === from_email)
      .map((mail) => ({ id: mail.seed_id, reply_id: mail.id, email: mail.seed, esp: mail.provider, ...of(mail) })),
  }));
}

export async function placementsBySender(deps: MainDeps, raw: Request, testId: number) {
  return bySender(await reportOf(deps, raw, testId), (mail) => ({
    state: mail.state,
    placement: mail.landed,
    folder: mail.found_in,
    sent_at: mail.sent_at,
    received_at: mail.landed_at,
    // An email that is still to leave has only a reason to wait.
    failure: mail.state === 'PLANNED' ? null : mail.failure_text,
  }));
}

export async function senderScores(deps: MainDeps, raw: Request, testId: number) {
  const { by_sender: groups } = await reportOf(deps, raw, testId);
  return groups.map((group) => ({
    from_email: group.name,
    ...countsOf(group),
    placement_score: group.score,
    seconds: group.seconds,
  }));
}

export async function spamFilters(deps: MainDeps, raw: Request, testId: number) {
  const { spam_filter: filter } = await reportOf(deps, raw, testId);
  return {
    is_available: filter.is_set_up,
    result: filter.verdicts.map(({ sender, score, threshold, isSpam, rules }) => ({
      from_email: sender,
      filter: 'SpamAssassin' as const,
      score,
      threshold,
      is_spam: isSpam,
      rules: rules.map(({ name, points, description }) => ({ name, score: points, description })),
    })),
  };
}

/** Null while the email is on its way. */
const passed = (result: string | null): boolean | null => (result === null ? null : result === 'pass');

export async function dkimResults(deps: MainDeps, raw: Request, testId: number) {
  return bySender(await reportOf(deps, raw, testId), ({ dkim }) => ({ dkim_verified: passed(dkim) }));
}

export async function spfResults(deps: MainDeps, raw: Request, testId: number) {
  return bySender(await reportOf(deps, raw, testId), ({ spf }) => ({ spf_verified: passed(spf) }));
}

export async function reverseNames(deps: MainDeps, raw: Request, testId: number) {
  const report = await reportOf(deps, raw, testId);
  return bySender(report, ({ client_ip: ip }) => {
    const reverse = report.addresses.find((address) => address.ip === ip)?.reverse;
    return { ip, rdns_verified: reverse ? reverse.state === 'CONFIRMED' : null };
  });
}

const toListing = ({ list, state, text, page }: PlacementListAnswer) => ({
  blacklist: list,
  is_listed: state === 'LISTED',
  is_answered: state !== 'NOT_ASKED',
  detail: text,
  removal_url: page,
});

export async function addressLists(deps: MainDeps, raw: Request, testId: number) {
  const { addresses } = await reportOf(deps, raw, testId);
  const all = addresses.flatMap(({ lists }) => lists);
  return {
    total_count: all.length,
    listed_count: all.filter(({ state }) => state === 'LISTED').length,
    result: addresses.map(({ ip, lists }) => ({ ip, blacklists: lists.map(toListing) })),
  };
}

export async function domainLists(deps: MainDeps, raw: Request, testId: number) {
  const report = await reportOf(deps, raw, testId);
  return report.domain_lists.map(({ domain, lists }) => ({
    domain,
    domain_blacklisted: lists.some(({ state }) => state === 'LISTED'),
    blacklists: lists.map(toListing),
  }));
}

/** The text of the test, and the source of an email of it that arrived; null while none has. */
export async function testedEmail(deps: MainDeps, raw: Request, placementTestId: number) {
  const report = await reportOf(deps, raw, placementTestId);
  const arrived = report.mails.find(({ kind, landed }) => kind === 'REAL' && landed !== null && landed !== 'MISSING');
  const source = arrived
    ? await placement(deps, raw).message({ params: { placementTestId, placementMailId: arrived.id } })
    : null;
  return {
    spamTest: { id: report.id, test_name: report.name },
    subject: report.subject,
    text: report.body_text,
    html: report.content.html,
    rawEmailContent: source?.headers ? `${source.headers.trimEnd()}\r\n\r\n${source.body ?? ''}` : null,
  };
}

export async function sendingAddresses(deps: MainDeps, raw: Request, testId: number) {
  const { addresses } = await reportOf(deps, raw, testId);
  return addresses.map(({ ip, mails, reverse, owner, lists }) => ({
    ip,
    email_count: mails,
    rdns: reverse.names,
    rdns_verified: reverse.state === 'CONFIRMED',
    asn: owner?.asn ?? null,
    network: owner?.network ?? null,
    country: owner?.country ?? null,
    organisation: owner?.organisation ?? null,
    blacklisted_count: lists.filter(({ state }) => state === 'LISTED').length,
  }));
}

export async function runHistory(deps: MainDeps, raw: Request, testId: number) {
  const { history } = await reportOf(deps, raw, testId);
  return history.map((run) => ({
    test_run_no: run.number,
    run_at: run.started_at,
    ...countsOf(run),
    placement_score: run.score,
  }));
}

export async function arrivedHeaders(deps: MainDeps, raw: Request, placementTestId: number, placementMailId: number) {
  const mail = await placement(deps, raw).message({ params: { placementTestId, placementMailId } });
  return { reply_id: mail.id, headers: mail.headers };
}

export async function arrivedRoute(deps: MainDeps, raw: Request, placementTestId: number, placementMailId: number) {
  const mail = await placement(deps, raw).message({ params: { placementTestId, placementMailId } });
  return {
    reply_id: mail.id,
    ip: mail.client_ip,
    hops: mail.hops.map(({ seconds, isEncrypted, ...hop }) => ({
      ...hop,
      delay_seconds: seconds,
      is_encrypted: isEncrypted,
    })),
  };
}
