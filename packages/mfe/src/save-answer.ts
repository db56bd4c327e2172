import { wireRequest } from '@skein/contracts/client';
import type { AnyEndpoint, CallInput, Contract } from '@skein/contracts/endpoint';
import { pageTransport } from './transport';

/**
 * Saves the answer of a raw endpoint (an export) as a file of the person's device. The bearer token travels in its header, so a
 * plain link to the address would not do. @throws ProblemError
 */
export async function saveAnswer<C extends Contract, K extends keyof C['endpoints'] & string>(
  contract: C,
  name: K,
  input: CallInput<C['endpoints'][K]>,
  fileName: string,
): Promise<void> {
  const answer = await pageTransport(wireRequest(contract.service, contract.endpoints[name] as AnyEndpoint, input));
  const address = URL.createObjectURL(
    answer instanceof Blob ? answer : new Blob([String(answer)], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
