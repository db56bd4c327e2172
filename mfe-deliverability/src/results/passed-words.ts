import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { isOnItsWay } from '../parts';

export type PassedFacts = Pick<
  PlacementReport,
  | 'status'
  | 'runs'
  | 'run'
  | 'history'
  | 'pass_percent'
  | 'by_provider'
  | 'by_sender'
  | 'by_variant'
  | 'authentication'
  | 'content'
>;

/** Whether the run that is shown passed: the status of the test is that of its latest run. */
export function hasPassed(report: Pick<PassedFacts, 'status' | 'runs' | 'run' | 'history' | 'pass_percent'>): boolean {
  const shown = report.history.find(({ number }) => number === report.run);
  if (!shown || shown.score === null || shown.waiting > 0) return false;
  return shown.score >= report.pass_percent && !(report.run === report.runs && isOnItsWay(report));
}

/** What passed in a run that passed, and what did not although enough emails were placed. */
export const passedWords = (report: PassedFacts): string =>
  [placementText(report), ...authenticationText(report), ...linksText(report), unsubscribeText(report)].join(' ');

function placementText({ by_provider, by_sender, by_variant, pass_percent: mark }: PassedFacts): string {
  const below = [...by_provider, ...by_sender, ...by_variant.map((each) => ({ ...each, name: `Variant ${each.name}` }))]
    .filter(({ score }) => score !== null && score < mark)
    .map(({ name, score }) => `${name} (${score}%)`);
  return below.length === 0
    ? `Every mailbox and provider reaches ${mark}%.`
    : `Still below ${mark}%: ${below.join(', ')}.`;
}

function authenticationText({ authentication }: PassedFacts): string[] {
  if (authentication.length === 0) return [];
  const newest = authentication.map(({ arrived, now }) => now ?? arrived);
  const failed = [
    ['SPF', newest.every(({ spf }) => spf.result === 'pass')] as const,
    ['DKIM', newest.every(({ dkim }) => dkim.some(({ result }) => result === 'pass'))] as const,
    ['DMARC', newest.every(({ dmarc }) => dmarc.result === 'pass')] as const,
  ].flatMap(([name, passes]) => (passes ? [] : [name]));
  return [failed.length === 0 ? 'SPF, DKIM and DMARC pass.' : `Not passed by every mailbox: ${failed.join(', ')}.`];
}

function linksText({ content }: PassedFacts): string[] {
  const opened = content.links.filter(({ text }) => text !== null);
  const dead = opened.filter(({ is_dead: isDead }) => isDead).length;
  if (opened.length === 0) return [];
  return [dead === 0 ? 'Every link answers.' : `${dead} of ${opened.length} links ${dead === 1 ? 'is' : 'are'} dead.`];
}

const unsubscribeText = ({ content }: PassedFacts): string =>
  content.is_unsubscribe_offered ? 'Recipients can unsubscribe.' : 'Recipients can’t unsubscribe.';
