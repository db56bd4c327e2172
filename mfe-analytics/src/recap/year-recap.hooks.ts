import type { CallOutput } from '@skein/contracts/endpoint';
import type { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { readProblem } from '@skein/mfe/requests';
import { useAnalyticsYearRecapQuery } from '../api';

export type Recap = CallOutput<(typeof insightsContract)['endpoints']['yearRecap']>;

/** The recap of a year; never that of another one while it is read. */
export function useYearRecap(year: number): { recap: Recap | undefined; problem: ReturnType<typeof readProblem> } {
  const asked = useAnalyticsYearRecapQuery({ query: { year } });
  return { recap: asked.data?.year === year ? asked.data : asked.currentData, problem: readProblem(asked) };
}
