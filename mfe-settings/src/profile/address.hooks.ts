import { useUser } from '@skein/mfe/session';
import { attempt } from '@skein/mfe/requests';
import {
  useAddressChangeQuery,
  useStartAddressChangeMutation,
  useTwoFactorQuery,
  useWithdrawAddressChangeMutation,
} from '../api';

/** The change of address that waits for its confirmation, if any, and withdrawing it. A refusal is shown. */
export function useAddressChange() {
  const { data } = useAddressChangeQuery(undefined, { skip: useUser().isClient });
  const [withdraw, { isLoading: isWithdrawing }] = useWithdrawAddressChangeMutation();
  return {
    change: data?.change ?? null,
    isWithdrawing,
    withdraw: () => attempt(withdraw().unwrap(), 'The change was not withdrawn'),
  };
}

/** Begins a change of address; `asksCode` with two-factor login. `start` rejects with the server's problem. */
export function useStartAddressChange() {
  const [start] = useStartAddressChangeMutation();
  const { data } = useTwoFactorQuery();
  return {
    asksCode: data?.is_on ?? false,
    start: (body: Parameters<typeof start>[0]['body']) => start({ body }).unwrap(),
  };
}
