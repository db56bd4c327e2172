import { pageSizes } from '@skein/contracts/constants';
import { listChoiceChanged } from '@skein/mfe/slices/ui-filters';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';

/** How many rows a person wants of a table; 5 until they choose (docs/domain.md, Lists and limits), and the choice stays. */
export function useKeptPageSize(list: string): [number, (size: number) => void] {
  const dispatch = useAppDispatch();
  const size = useAppSelector((state) => state.uifilters[list]?.pageSize);
  return [
    size ?? pageSizes.analytics,
    (pageSize) => {
      dispatch(listChoiceChanged({ list, choice: { pageSize } }));
    },
  ];
}
