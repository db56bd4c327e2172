import { useCallback } from 'react';
import { useListAddress as useAddress } from '@skein/mfe/lists/use-list-address';
import { defaultAddress, readAddress, writeAddress, type ListAddress } from './list-address';

const read = (query: URLSearchParams): ListAddress => readAddress(query);
const write = (address: ListAddress): URLSearchParams => writeAddress(address);

/** The address of the list of campaigns, with its sort. */
export function useListAddress() {
  const list = useAddress(read, write);
  const { change } = list;
  const sort = useCallback(
    (column: string, direction: 'asc' | 'desc') => change({ sort: column as ListAddress['sort'], direction }),
    [change],
  );
  const resetSort = useCallback(
    () => change({ sort: defaultAddress.sort, direction: defaultAddress.direction }),
    [change],
  );
  return { ...list, sort, resetSort };
}
