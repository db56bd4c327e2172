import { userChanged } from '@skein/mfe/slices/auth';
import { useAppDispatch } from '@skein/mfe/store';
import { useChangePreferencesMutation } from '@skein/mfe/system-api';

/** Changes name, designation and time zone of the person, in the session too. Rejects with the server's problem. */
export function useChangePreferences() {
  const dispatch = useAppDispatch();
  const [change] = useChangePreferencesMutation();
  return async (body: Parameters<typeof change>[0]['body']) => {
    const { user } = await change({ body }).unwrap();
    dispatch(userChanged({ user }));
    return user;
  };
}
