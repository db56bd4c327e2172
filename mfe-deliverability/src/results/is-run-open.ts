import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { isOnItsWay } from '../parts';

/** What came of the run that is shown. */
export const shownRun = (report: PlacementReport): PlacementReport['latest'] =>
  report.history.find(({ number }) => number === report.run) ?? report.latest;

/** Whether the run that is shown has not ended: counts are known so far, and no share of it is judged. */
export const isRunOpen = (report: PlacementReport): boolean =>
  shownRun(report).waiting > 0 || (report.run === report.runs && isOnItsWay(report));
