import {
  combineSlices,
  configureStore,
  createDynamicMiddleware,
  type Reducer,
  type UnknownAction,
  type WithSlice,
} from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { api } from './api-cache';
import { keepPersisted, loadPersisted } from './persistence';
import { activitySlice } from './slices/activity';
import { analyticsSlice } from './slices/analytics';
import { applicantSlice } from './slices/applicant';
import { authSlice } from './slices/auth';
import { campaignsSlice } from './slices/campaigns';
import { domainsSlice } from './slices/domains';
import { edSubscriptionSlice } from './slices/ed-subscription';
import { getStartedSlice } from './slices/get-started';
import { smartDeliverySlice } from './slices/smart-delivery';
import { smartServersSlice } from './slices/smart-servers';
import { uiFiltersSlice } from './slices/ui-filters';
import { universitySlice } from './slices/university';
import { soundAreas } from './sound-areas';

/**
 * Slices that remotes inject when they are loaded. A remote says so beside its slice:
 * `declare module '@skein/mfe/store' { interface LazySlices extends WithSlice<typeof inboxSlice> {} }`
 * `export const injected = inboxSlice.injectInto(rootReducer);`
 * The slice bears the area's name with the suffix "Area" when a persisted area has that name already.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface LazySlices {}

export const rootReducer = combineSlices(
  applicantSlice,
  campaignsSlice,
  uiFiltersSlice,
  getStartedSlice,
  authSlice,
  universitySlice,
  smartDeliverySlice,
  smartServersSlice,
  edSubscriptionSlice,
  domainsSlice,
  analyticsSlice,
  activitySlice,
).withLazyLoadedSlices<LazySlices & WithSlice<typeof api>>();

/** The cache of the api is there for everybody who has loaded `api.ts`: nobody else can ask for it. */
export type RootState = ReturnType<typeof rootReducer> & { api: ReturnType<(typeof api)['reducer']> };

const later = createDynamicMiddleware();

/**
 * Adds the cache of the api to every store, those that are there already too. Called by `api.ts` itself, when it is loaded: the public
 * pages make do without the cache and its library, which weigh more than they do.
 */
export function addCache(cache: typeof api, reducer: (typeof api)['reducer']): void {
  rootReducer.inject({ reducerPath: cache.reducerPath, reducer });
  later.addMiddleware(cache.middleware);
  store?.dispatch({ type: 'store/cacheAdded' });
}

/** A store on top of what the device kept. The shell makes the one of the page; tests make their own. */
export function createAppStore(storage: Storage = window.localStorage) {
  const created = configureStore({
    reducer: rootReducer as unknown as Reducer<RootState, UnknownAction, Partial<RootState>>,
    preloadedState: soundAreas(
      loadPersisted(storage),
      rootReducer(undefined, { type: 'store/begun' }),
    ) as Partial<RootState>,
    middleware: (defaults) => defaults().concat(later.middleware),
  });
  const stopKeeping = keepPersisted(created, storage);
  return Object.assign(created, { stopKeeping });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];

let store: AppStore | undefined;

/** Makes `created` the store of the page. Called once, by the shell. */
export function provideStore(created: AppStore): AppStore {
  store = created;
  return created;
}

/** The store of the page. */
export function getStore(): AppStore {
  if (!store) throw new Error('The store was asked for before the shell had made it.');
  return store;
}

export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppStore = useStore.withTypes<AppStore>();
