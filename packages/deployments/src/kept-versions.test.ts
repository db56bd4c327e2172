import { deployRelease, lastGoodVersion, pinWorkspace, previousVersion, rollBack } from './deployments';
import { noDeployments, type Deployments, type SignedRelease } from './deployment-records';
import { forgetOldVersions } from './kept-versions';

const day = 24 * 3_600_000;
const begin = Date.parse('2026-03-01T10:00:00Z');
const on = (days: number) => ({ at: new Date(begin + days * day), by: 'test' });
const release = (version: string): SignedRelease => ({
  name: 'inbox',
  title: 'inbox',
  version,
  entry: '',
  integrity: {},
  signature: '',
});
/** Deploys a version some days after the beginning, as the command does it. */
const deploy = (state: Deployments, version: string, days: number) =>
  forgetOldVersions(deployRelease(state, release(version), on(days)), on(days).at).state;
const versionsOf = (state: Deployments) => Object.keys(state.remotes['inbox']?.releases ?? {}).sort();

it('keeps the last good version, however many bad ones are deployed after it', () => {
  let state = deploy(noDeployments(), 'good', 0);
  for (let bad = 0; bad < 40; bad += 1) state = deploy(state, `bad-${bad}`, 9 + bad / 100);
  state = deploy(state, 'late', 9.5);
  expect(versionsOf(state)).toContain('good');
  expect(lastGoodVersion(state, 'inbox')).toBe('good');
});

it('never leads back to a version that somebody went back from', () => {
  let state = deploy(noDeployments(), 'good', 0);
  state = deploy(state, 'bad', 2);
  state = rollBack(state, 'inbox', null, on(2.1));
  expect(state.remotes['inbox']?.current).toBe('good');
  state = deploy(state, 'bad too', 2.2);
  state = rollBack(state, 'inbox', null, on(2.3));
  expect(state.remotes['inbox']?.current).toBe('good');
  expect(previousVersion(state, 'inbox')).toBeNull();
});

it('leads through quick mends backwards to what was there before them', () => {
  let state = deploy(noDeployments(), 'good', 0);
  for (const [place, version] of ['bad', 'worse', 'worst'].entries()) state = deploy(state, version, 2 + place / 100);
  const seen = Array.from({ length: 3 }, (_, place) => {
    state = rollBack(state, 'inbox', null, on(2.1 + place / 100));
    return state.remotes['inbox']?.current;
  });
  expect(seen).toEqual(['worse', 'bad', 'good']);
});

it('keeps for a week what open pages may still ask for, and what somebody gets for as long as they do', () => {
  let state = deploy(noDeployments(), '0', 0);
  state = pinWorkspace(state, 'inbox', { workspaceId: 7, version: '0' }, on(0));
  for (let version = 1; version <= 9; version += 1) state = deploy(state, String(version), version / 100);
  expect(versionsOf(state)).toHaveLength(10);
  state = deploy(state, '10', 9);
  expect(versionsOf(state)).toEqual(['0', '10', '9', '8'].sort());
});

it('trusts a version again that a person deploys again', () => {
  let state = deploy(deploy(noDeployments(), '1', 0), '2', 2);
  state = rollBack(state, 'inbox', null, on(2.1));
  state = deploy(deploy(state, '2', 3), '3', 3.1);
  expect(previousVersion(state, 'inbox')).toBe('2');
});
