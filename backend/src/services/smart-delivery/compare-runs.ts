import type { PlacementComparison } from '@skein/contracts/smart-delivery/placement-reports.contract';
import type { PlacementGroup, PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { SmartDeliveryDeps } from './deps';
import type { Who } from './placement-tests';
import { readReport } from './read-report';

/** Two runs of a test side by side, the earlier first. @throws SkeinError NOT_FOUND, CONFLICT for a test with one run */
export async function compareRuns(
  deps: SmartDeliveryDeps,
  who: Who,
  id: number,
  asked: { run?: number | undefined; with?: number | undefined },
): Promise<PlacementComparison> {
  const after = await readReport(deps, who, id, asked.run);
  const earlier = after.history.filter(({ number }) => number !== after.run);
  if (earlier.length === 0) throw new SkeinError('CONFLICT', 'This test has one run. Run it again to compare.');
  const other = asked.with ?? earlier.filter(({ number }) => number < after.run).at(-1)?.number ?? earlier[0]?.number;
  if (other === after.run) throw notFound('A second run');
  const before = await readReport(deps, who, id, other);
  return before.run < after.run ? compareReports(before, after) : compareReports(after, before);
}

function compareReports(before: PlacementReport, after: PlacementReport): PlacementComparison {
  return {
    name: after.name,
    runs: [before, after].map(({ run, history }) => {
      const found = history.find(({ number }) => number === run);
      if (!found) throw notFound('This run');
      return found;
    }),
    by_provider: changesOf(before.by_provider, after.by_provider),
    by_region: changesOf(before.by_region, after.by_region),
    by_sender: changesOf(before.by_sender, after.by_sender),
    checks: (['SPF', 'DKIM', 'DMARC'] as const).map((check) => ({
      check,
      before: passesOf(before, check),
      after: passesOf(after, check),
    })),
    // What lists said goes with the emails of a run: against nothing, all of them would be new.
    lists: [before, after].some(({ emails_deleted_at: at }) => at !== null)
      ? []
      : [
          ...listingsOf(after, before).map((listing) => ({ ...listing, is_new: true })),
          ...listingsOf(before, after).map((listing) => ({ ...listing, is_new: false })),
        ],
  };
}

const points = ({ before, after }: PlacementComparison['by_provider'][number]) =>
  before?.score == null || after?.score == null ? Number.POSITIVE_INFINITY : after.score - before.score;

/** What fell most comes first. */
function changesOf(before: readonly PlacementGroup[], after: readonly PlacementGroup[]) {
  const names = [...new Set([...after, ...before].map(({ name }) => name))];
  const find = (groups: readonly PlacementGroup[], name: string) => groups.find((each) => each.name === name) ?? null;
  return names
    .map((name) => ({ name, before: find(before, name), after: find(after, name) }))
    .sort((one, other) => {
      const [first, second] = [points(one), points(other)];
      return first === second ? one.name.localeCompare(other.name) : first - second;
    });
}

function passesOf({ mails }: PlacementReport, check: 'SPF' | 'DKIM' | 'DMARC') {
  const results = mails
    .filter(({ kind }) => kind === 'REAL')
    .flatMap((mail) => mail[check.toLowerCase() as 'spf' | 'dkim' | 'dmarc'] ?? []);
  return { passed: results.filter((result) => result === 'pass').length, of: results.length };
}

/** Listings of a report that another one does not have. */
function listingsOf(report: PlacementReport, other: PlacementReport) {
  const all = ({ addresses, domain_lists: domains }: PlacementReport) =>
    [
      ...addresses.map(({ ip, lists }) => ({ subject: ip, lists })),
      ...domains.map(({ domain, lists }) => ({ subject: domain, lists })),
    ].flatMap(({ subject, lists }) =>
      lists.filter(({ state }) => state === 'LISTED').map(({ list }) => ({ subject, list })),
    );
  const known = new Set(all(other).map(({ subject, list }) => `${subject} ${list}`));
  return all(report).filter(({ subject, list }) => !known.has(`${subject} ${list}`));
}
