import { keptUndosOf } from './kept-undos';

const ada = { workspaceId: 1, personId: 'ada' };
const later = () => Date.now() + 60_000;

afterEach(() => window.sessionStorage.clear());

const nothing = new Set<string>();
/** Takes the newest off the list. */
function take(undos: ReturnType<typeof keptUndosOf>) {
  const newest = undos.newest(nothing);
  if (newest) undos.remove(newest.keptAs);
  return newest;
}

test('the newest comes first, and what was kept before a reload is still there', () => {
  const before = keptUndosOf(ada);
  before.add({ keptAs: 'change-1', title: 'Archived', until: later() });
  before.add({ keptAs: 'change-2', title: 'Starred', until: later() });
  before.add({ keptAs: 'change-1', title: 'Archived', until: later() });
  const after = keptUndosOf(ada);
  expect(after.newest(new Set(['change-1']))?.keptAs).toBe('change-2');
  expect(take(after)?.keptAs).toBe('change-1');
  expect(take(after)?.keptAs).toBe('change-2');
  expect(take(after)).toBeUndefined();
  expect(window.sessionStorage.length).toBe(0);
});

test('another person, and the same person in another workspace, undo nothing of it', () => {
  keptUndosOf(ada).add({ keptAs: 'change-1', title: 'Archived', until: later() });
  for (const owner of [
    { ...ada, personId: 'bo' },
    { ...ada, workspaceId: 2 },
  ]) {
    expect(take(keptUndosOf(owner))).toBeUndefined();
    keptUndosOf(owner).remove('change-1');
  }
  expect(take(keptUndosOf(ada))?.title).toBe('Archived');
});

test('what is over, was undone elsewhere or is no undo at all is not taken', () => {
  const undos = keptUndosOf(ada);
  undos.add({ keptAs: 'change-1', title: 'Over', until: Date.now() - 1 });
  undos.add({ keptAs: 'change-2', title: 'Undone elsewhere', until: later() });
  undos.remove('change-2');
  expect(take(undos)).toBeUndefined();
  for (const text of [
    '{',
    '{}',
    '[1, null, {"keptAs": 7}]',
    '[{"keptAs": "a", "title": "b", "until": 9e15, "isOfPage": 1}]',
  ]) {
    window.sessionStorage.setItem('skein.undo.1.ada', text);
    expect(take(undos)).toBeUndefined();
  }
});
