import { useEffect } from 'react';
import { smartDeliveryChoiceChanged } from '@skein/mfe/slices/smart-delivery';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { usePlacementReportQuery } from './api';

/** Keeps the test as the last one that was opened, once it is known to exist. */
export function useKeepLastTest(placementTestId: number, isKnown: boolean): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (isKnown) dispatch(smartDeliveryChoiceChanged({ lastTestId: placementTestId }));
  }, [dispatch, placementTestId, isKnown]);
}

/** The test that was opened last; null where there is none, or it is gone. */
export function useLastTest() {
  const id = useAppSelector((state) => state.smartdelivery.lastTestId);
  const { currentData, error } = usePlacementReportQuery(
    { params: { placementTestId: id ?? 0 }, query: { mails: 'none' } },
    { skip: id === null },
  );
  return currentData && !error && id !== null ? { id, name: currentData.name, type: currentData.type } : null;
}
