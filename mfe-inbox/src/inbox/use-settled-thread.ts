import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useInboxThreadQuery } from '../api';

/** The conversation to show: the chosen one as soon as it is loaded (or cannot be), the one before it until then. */
export function useSettledThread(chosen: number | null): number | null {
  const { currentData, isError } = useInboxThreadQuery(
    chosen === null ? skipToken : { params: { enrolmentId: chosen } },
  );
  const [shown, setShown] = useState(chosen);
  const isReady = chosen === null || shown === null || currentData !== undefined || isError;
  if (isReady && shown !== chosen) setShown(chosen);
  return isReady ? chosen : shown;
}
