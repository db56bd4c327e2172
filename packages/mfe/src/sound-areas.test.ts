import { storageKey, storageVersion } from './persistence';
import { createAppStore } from './store';
import { person } from '@skein/testing/person';

const begin = (areas: unknown) => {
  window.localStorage.setItem(storageKey, JSON.stringify({ version: storageVersion, areas }));
  const store = createAppStore();
  store.stopKeeping();
  return store.getState();
};
const session = { token: 'a.b.c', expires_at: '2099-01-01T00:00:00Z', ...person() };

it.each<[string, unknown]>([
  ['nothing', null],
  ['a number', 5],
  ['a list', []],
  ['a person without rights', { ...session, user: { ...session.user, ui_permissions: undefined } }],
  ['a person who is nobody', { ...session, user: {} }],
  ['no plan', { ...session, plan: null }],
])('asks for a login when %s stands where the session was kept', (_name, auth) => {
  expect(begin({ auth }).auth).toEqual({ token: null, expires_at: null, user: null, plan: null });
});

it('keeps a session, and of the saved views those that lists understand', () => {
  const state = begin({
    auth: session,
    uifilters: {
      'all-leads': { pageSize: 25, columns: ['email'] },
      'all-campaigns': { columns: 5 },
      'email-accounts': null,
      'master-inbox': { sort: 'name' },
    },
  });
  expect(state.auth.user?.email).toBe(session.user.email);
  expect(state.uifilters).toEqual({ 'all-leads': { pageSize: 25, columns: ['email'] } });
});

it('begins an area anew that is none, and fills up one that lacks something', () => {
  const fresh = begin({});
  expect(
    begin({ applicant: null, university: 'x', domains: [], getstarted: {}, campaigns: { lastFolderId: 3 } }),
  ).toEqual({ ...fresh, campaigns: { ...fresh.campaigns, lastFolderId: 3 } });
  expect(begin({ applicant: { stage: 2, answers: 'x' }, university: { progress: null } })).toEqual({
    ...fresh,
    applicant: { ...fresh.applicant, stage: 2 },
  });
});

it('takes no prototype from a storage', () => {
  window.localStorage.setItem(
    storageKey,
    `{"version":${storageVersion},"areas":{"__proto__":{"bad":1},"uifilters":{"__proto__":{"pageSize":5},"constructor":{"pageSize":5}}}}`,
  );
  createAppStore().stopKeeping();
  expect(({} as { bad?: number }).bad).toBeUndefined();
  expect(Object.prototype).not.toHaveProperty('pageSize');
});
