import { loadPersisted, persistedAreas, storageKey, storageVersion } from './persistence';
import { listChoiceChanged } from './slices/ui-filters';
import { callStarted } from './slices/activity';
import { sessionEnded } from './slices/auth';
import { createAppStore } from './store';

beforeEach(() => window.localStorage.clear());

it('keeps the eleven areas of the specification, uncompressed under one key, over a reload', () => {
  const store = createAppStore();
  store.dispatch(listChoiceChanged({ list: 'all-campaigns', choice: { pageSize: 25 } }));
  store.dispatch(callStarted());
  window.dispatchEvent(new Event('pagehide'));
  const saved = JSON.parse(window.localStorage.getItem(storageKey) ?? 'null') as {
    version: number;
    areas: Record<string, unknown>;
  };
  expect(saved.version).toBe(storageVersion);
  expect(Object.keys(saved.areas).sort()).toEqual([...persistedAreas].sort());
  expect(persistedAreas).toHaveLength(11);
  store.stopKeeping();

  const reloaded = createAppStore();
  expect(reloaded.getState().uifilters['all-campaigns']?.pageSize).toBe(25);
  expect(reloaded.getState().activity.pending).toBe(0);
  reloaded.stopKeeping();
});

it('writes nothing any more once keeping has ended, so that a cleared storage stays clear', () => {
  const store = createAppStore();
  store.stopKeeping();
  store.dispatch(sessionEnded());
  window.dispatchEvent(new Event('pagehide'));
  expect(window.localStorage.getItem(storageKey)).toBeNull();
});

it.each([
  ['damaged', '{"version":1,"areas"'],
  ['of another shape', '"text"'],
  ['written by a newer version', JSON.stringify({ version: storageVersion + 1, areas: { uifilters: { x: {} } } })],
])('begins anew when what was kept is %s', (_name, text) => {
  window.localStorage.setItem(storageKey, text);
  expect(loadPersisted(window.localStorage)).toEqual({});
});

it('brings what an older version wrote to this one: answers to questions that are not asked any more go, everything else stays', () => {
  const areas = {
    auth: { token: 'kept' },
    applicant: { stage: 2, answers: { role: 'Agency', volume: 'Up to 1,000' }, referralCode: null },
  };
  window.localStorage.setItem(storageKey, JSON.stringify({ version: 1, areas }));
  expect(loadPersisted(window.localStorage)).toEqual({
    auth: { token: 'kept' },
    applicant: { stage: 2, answers: { role: 'Agency' }, referralCode: null },
  });
  const store = createAppStore();
  store.dispatch(listChoiceChanged({ list: 'all-leads', choice: { pageSize: 50 } }));
  window.dispatchEvent(new Event('pagehide'));
  expect(JSON.parse(window.localStorage.getItem(storageKey) ?? 'null')).toMatchObject({
    version: storageVersion,
    areas: { applicant: { answers: { role: 'Agency' } } },
  });
  store.stopKeeping();
});

it('goes on when the storage is full', () => {
  const full: Storage = {
    ...window.localStorage,
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  } as Storage;
  const store = createAppStore(full);
  store.dispatch(listChoiceChanged({ list: 'all-leads', choice: { pageSize: 5 } }));
  expect(() => window.dispatchEvent(new Event('pagehide'))).not.toThrow();
  store.stopKeeping();
});
