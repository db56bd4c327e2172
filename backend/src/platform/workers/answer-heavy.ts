import { SkeinError } from '../http/skein-error';
import { HeavyWorkError, type HeavyTask, type HeavyWork } from './heavy-work';

/**
 * Heavy reading for a request.
 * @param field what the person can make shorter, as the request names it
 * @throws SkeinError VALIDATION (422) when the input takes too long, UNAVAILABLE (503) when too many wait
 */
export async function readForRequest<Input, Output>(
  work: Pick<HeavyWork, 'run'>,
  task: HeavyTask<Input, Output>,
  input: Input,
  { size, field }: { size: number; field: string },
): Promise<Output> {
  try {
    return await work.run(task, input, size);
  } catch (error) {
    if (!(error instanceof HeavyWorkError)) throw error;
    if (error.reason === 'BUSY') throw busy(error);
    const message = 'takes too long to process: make it shorter or simpler';
    throw new SkeinError('VALIDATION', `${field} ${message}`, [{ field, message }], { cause: error, status: 422 });
  }
}

const busy = (cause: unknown) =>
  new SkeinError('UNAVAILABLE', 'The server is busy with other requests. Try again in a few seconds.', [], { cause });

/**
 * Heavy reading for a request of something that cannot be made shorter, such as a received mail.
 * @param instead the answer when it takes too long
 * @throws SkeinError UNAVAILABLE (503) when too many wait
 */
export async function readOrElse<Input, Output>(
  work: Pick<HeavyWork, 'run'>,
  task: HeavyTask<Input, Output>,
  input: Input,
  { size, instead }: { size: number; instead: () => Output },
): Promise<Output> {
  try {
    return await work.run(task, input, size);
  } catch (error) {
    if (!(error instanceof HeavyWorkError)) throw error;
    if (error.reason === 'BUSY') throw busy(error);
    return instead();
  }
}

/**
 * Heavy work for a request on something of our own, which nobody can make shorter.
 * @throws SkeinError UNAVAILABLE (503) when too many wait, or when a busy machine did not get through it
 */
export async function workForRequest<Input, Output>(
  work: Pick<HeavyWork, 'run'>,
  task: HeavyTask<Input, Output>,
  input: Input,
): Promise<Output> {
  try {
    return await work.run(task, input, 1);
  } catch (error) {
    throw error instanceof HeavyWorkError ? busy(error) : error;
  }
}
