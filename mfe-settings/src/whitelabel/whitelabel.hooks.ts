import { wireRequest } from '@skein/contracts/client';
import { whitelabelContract, type WhitelabelView } from '@skein/contracts/main/whitelabel.contract';
import { showProblem } from '@skein/mfe/toasts';
import { useAppDispatch } from '@skein/mfe/store';
import { api } from '@skein/mfe/api';
import { pageTransport } from '@skein/mfe/transport';
import { toasts } from '@skein/ui/toast-store';
import { agencyApi } from '../agency-api';
import type { BrandValues } from './brand-values';

export type BrandChange = Partial<Pick<WhitelabelView, keyof BrandValues>>;

/** The brand of the agency, and what its page does with it. */
export function useWhitelabel() {
  const dispatch = useAppDispatch();
  const { data, error, refetch } = agencyApi.useReadWhitelabelQuery(undefined);
  const [change] = agencyApi.useChangeWhitelabelMutation();
  const [drop] = agencyApi.useDropBrandImageMutation();
  const [verify, verifying] = agencyApi.useVerifyWhitelabelMutation();
  const [publish] = agencyApi.usePublishSandboxRecordsMutation();
  /** Shows what went wrong where there is no field for it. */
  const tried = async (title: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (problem) {
      showProblem(title, problem);
    }
  };
  return {
    brand: data,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    isVerifying: verifying.isLoading,
    save: (body: BrandChange) => change({ body }).unwrap(),
    sendImage: (kind: 'logo' | 'favicon', file: File) =>
      tried('The picture was not accepted', async () => {
        await pageTransport(
          wireRequest('main', whitelabelContract.endpoints.putImage, { params: { kind }, body: file }),
        );
        dispatch(api.util.invalidateTags(['settings']));
      }),
    dropImage: (kind: 'logo' | 'favicon') =>
      tried('The picture was not removed', () => drop({ params: { kind } }).unwrap()),
    verify: () =>
      tried('The records could not be looked up', async () => {
        const found = await verify({ body: {} }).unwrap();
        if (found.login_url)
          toasts.show({ title: `${found.domain} is yours`, text: 'Your clients log in there from now on.' });
      }),
    publishInSandbox: () =>
      tried('The records were not set', async () => {
        await publish({ body: {} }).unwrap();
        toasts.show({ title: 'Records set in the sandbox’s DNS', text: 'Look them up now.' });
      }),
  };
}
