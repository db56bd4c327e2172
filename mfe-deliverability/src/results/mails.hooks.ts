import type { CallInput } from '@skein/contracts/endpoint';
import type { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { usePlacementMailsQuery } from '../api';
import { isOnItsWay } from '../parts';
import { busyMilliseconds, quietMilliseconds, stateOf } from '../placement.hooks';

type MailsQuery = CallInput<(typeof placementContract)['endpoints']['mails']>['query'];

/** A page of the emails of a run; while they are on their way it is read again and again. */
export function useMails(
  report: Pick<PlacementReport, 'id' | 'run' | 'runs' | 'status'>,
  query: Omit<NonNullable<MailsQuery>, 'run'>,
) {
  const { id, run } = report;
  const asked = usePlacementMailsQuery(
    { params: { placementTestId: id }, query: { ...query, run } },
    {
      skip: run === 0,
      pollingInterval: isOnItsWay(report) ? busyMilliseconds : quietMilliseconds,
      skipPollingIfUnfocused: true,
    },
  );
  return {
    rows: asked.data?.rows ?? [],
    total: asked.data?.total ?? 0,
    isLoading: asked.isFetching && !asked.data,
    ...stateOf(asked),
  };
}
