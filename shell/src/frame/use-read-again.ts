import { api, tags } from '@skein/mfe/api';
import { useAppDispatch } from '@skein/mfe/store';

/** Reads everything again that is on the screen. */
export function useReadAgain() {
  const dispatch = useAppDispatch();
  return () => void dispatch(api.util.invalidateTags([...tags]));
}
