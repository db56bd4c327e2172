import { createAction } from '@reduxjs/toolkit';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { AnyEndpoint, CallInput, CallOutput, Contract } from '@skein/contracts/endpoint';
import { api, type callContract, type Tag } from './api-cache';
import { addCache, type AppDispatch, type RootState } from './store';

export { api, tags, type Tag } from './api-cache';

const keptOutdated = createAction<string[]>('api/keptOutdated');

/** The cache, with one thing more that can happen to an entry: it is kept although it is outdated, and read anew by its next reader. */
const reducer: typeof api.reducer = (state, action) => {
  const next = api.reducer(state, action);
  if (!keptOutdated.match(action)) return next;
  return {
    ...next,
    queries: {
      ...next.queries,
      ...Object.fromEntries(
        action.payload.map((key) => [key, { ...next.queries[key], fulfilledTimeStamp: undefined }]),
      ),
    },
  } as typeof next;
};

addCache(api, reducer);

/**
 * Says that what these tags are about has changed elsewhere: what is shown is read again. What only is kept (a page that was left)
 * stays as it is, is shown at once when somebody comes back, and read again then. After a person's own changes the library drops it
 * instead: nobody must see their own change undone for a moment.
 */
export function outdate(named: readonly Tag[]) {
  return (dispatch: AppDispatch, getState: () => RootState): void => {
    const { getSubscriptionCount } = dispatch(api.internalActions.internal_getRTKQSubscriptions()) as unknown as {
      getSubscriptionCount: (key: string) => number;
    };
    const kept = api.util
      .selectInvalidatedBy(getState() as never, named)
      .filter(
        ({ queryCacheKey }) =>
          getState().api.queries[queryCacheKey]?.status === 'fulfilled' && getSubscriptionCount(queryCacheKey) === 0,
      )
      .map(({ queryCacheKey }) => queryCacheKey);
    if (kept.length > 0) {
      dispatch(keptOutdated(kept));
      // Without tags the library does not find them when it drops what nobody reads; the next answer brings them again.
      dispatch(
        api.internalActions.updateProvidedBy(
          kept.map((queryCacheKey) => ({ queryCacheKey: queryCacheKey as never, providedTags: [] })),
        ),
      );
    }
    dispatch(api.util.invalidateTags([...named]));
  };
}

type Build = EndpointBuilder<typeof callContract, Tag, 'api'>;

/** What a hook takes: the endpoint's parts, or nothing when it names none. */
export type CallArgument<E extends AnyEndpoint> =
  Record<string, never> extends CallInput<E> ? CallInput<E> | void : CallInput<E>;

/** A tag, or one thing of a kind. */
export type TagNames<Argument> =
  | readonly Tag[]
  | ((argument: Argument) => readonly (Tag | { type: Tag; id: string | number })[]);

function tagsOf<Argument>(names: TagNames<Argument> | undefined, argument: Argument) {
  return typeof names === 'function' ? [...names(argument)] : [...(names ?? [])];
}

/** Makes endpoints of the cache from a contract: types, address, validation and wrapping come from there. */
export function endpointsFrom<C extends Contract>(contract: C) {
  type Name = keyof C['endpoints'] & string;
  return {
    query: <K extends Name>(
      build: Build,
      name: K,
      options: { provides?: TagNames<CallArgument<C['endpoints'][K]>>; keepFor?: number } = {},
    ) =>
      build.query<CallOutput<C['endpoints'][K]>, CallArgument<C['endpoints'][K]>>({
        query: (input) => ({ contract, name, input: input ?? {} }),
        providesTags: (_result, error, input) => (error ? [] : tagsOf(options.provides, input)),
        ...(options.keepFor === undefined ? {} : { keepUnusedDataFor: options.keepFor }),
      }),
    mutation: <K extends Name>(
      build: Build,
      name: K,
      options: { invalidates?: TagNames<CallArgument<C['endpoints'][K]>> } = {},
    ) =>
      build.mutation<CallOutput<C['endpoints'][K]>, CallArgument<C['endpoints'][K]>>({
        query: (input) => ({ contract, name, input: input ?? {} }),
        invalidatesTags: (_result, error, input) => (error ? [] : tagsOf(options.invalidates, input)),
      }),
  };
}
