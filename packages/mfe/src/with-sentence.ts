import { problemOf } from './problem';

/** Turns a failed call into the sentence that a confirm dialog shows. */
export async function withSentence<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new Error(problemOf(error).message);
  }
}
