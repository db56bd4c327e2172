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

/** What one part of a run came to. */
interface Part {
  text: string;
  isShort: boolean;
}

const partsOf = (report: PassedFacts): Part[] => [
  placementPart(report),
  ...authenticationPart(report),
  ...linksPart(report),
  unsubscribePart(report),
];

/** What passed in a run that passed, and what did not although enough emails were placed. */
export const passedWords = (report: PassedFacts): string =>
  partsOf(report)
    .map(({ text }) => text)
    .join(' ');

/** Whether a part of a run falls short, also of one that passed. */
export const fallsShort = (report: PassedFacts): boolean => partsOf(report).some(({ isShort }) => isShort);

function placementPart({ by_provider, by_sender, by_variant, pass_percent: mark }: PassedFacts): Part {
  const below = [...by_provider, ...by_sender, ...by_variant.map((each) => ({ ...each, name: `Variant ${each.name}` }))]
    .filter(({ score }) => score !== null && score < mark)
    .map(({ name, score }) => `${name} (${score}%)`);
  return below.length === 0
    ? { text: `Every mailbox and provider reaches ${mark}%.`, isShort: false }
    : { text: `Still below ${mark}%: ${below.join(', ')}.`, isShort: true };
}

function authenticationPart({ authentication }: PassedFacts): Part[] {
  if (authentication.length === 0) return [];
  const newest = authentication.map(({ arrived, now }) => now ?? arrived);
  const failed = [
    ['SPF', newest.every(({ spf }) => spf.result === 'pass')] as const,
    ['DKIM', newest.every(({ dkim }) => dkim.some(({ result }) => result === 'pass'))] as const,
    ['DMARC', newest.every(({ dmarc }) => dmarc.result === 'pass')] as const,
  ].flatMap(([name, passes]) => (passes ? [] : [name]));
  return [
    failed.length === 0
      ? { text: 'SPF, DKIM and DMARC pass.', isShort: false }
      : { text: `Not passed by every mailbox: ${failed.join(', ')}.`, isShort: true },
  ];
}

/** Of links that were not opened nobody knows whether they answer. */
function linksPart({ content }: PassedFacts): Part[] {
  const all = content.links.length;
  const opened = content.links.filter(({ text, is_personal: isPersonal }) => text !== null && !isPersonal);
  const dead = opened.filter(({ is_dead: isDead }) => isDead).length;
  if (opened.length === 0) return [];
  const isShort = dead > 0;
  const verb = dead === 1 ? 'is' : 'are';
  if (opened.length === all)
    return [
      {
        text: !isShort
          ? 'Every link answers.'
          : all === 1
            ? 'The only link is dead.'
            : `${dead} of ${all} links ${verb} dead.`,
        isShort,
      },
    ];
  const isOne = opened.length === 1;
  const alive = isOne ? 'it answers' : 'all of them answer';
  const rest = isShort ? `${isOne ? 'it' : `${dead} of them`} ${verb} dead` : alive;
  return [{ text: `${opened.length} of ${all} links ${isOne ? 'was' : 'were'} opened; ${rest}.`, isShort }];
}

const unsubscribePart = ({ content }: PassedFacts): Part =>
  content.is_unsubscribe_offered
    ? { text: 'Recipients can unsubscribe.', isShort: false }
    : { text: 'Recipients can’t unsubscribe.', isShort: true };
