import { useUi } from './ui-provider';

/**
 * The nonce under which the page's policy takes style elements that are made at run time: the provider's, else the one its
 * scripts bear. Undefined where there is no policy.
 */
export function usePageNonce(): string | undefined {
  const { nonce } = useUi();
  return nonce ?? (document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined);
}
