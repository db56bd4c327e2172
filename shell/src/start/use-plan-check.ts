import { useStartQuery } from '@skein/mfe/system-api';

/** Asks again which plan there is. */
export function usePlanCheck() {
  const { refetch, isFetching: isChecking } = useStartQuery();
  return { isChecking, check: () => void refetch() };
}
