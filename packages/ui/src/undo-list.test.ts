import { createUndoList } from './undo-list';

const ada = { workspaceId: 1, personId: 'ada' };

/** What was said, as the messages of the page. */
function listening() {
  const said: string[] = [];
  const list = createUndoList({
    count: () => said.filter((text) => !text.startsWith('Undone')).length,
    isShown: () => false,
    tellUndone: (title) => said.push(`Undone: ${title}`),
    tellTooLate: (title) => said.push(`Too late: ${title}`),
  });
  list.keepFor(ada);
  const did = (title: string, run = async () => {}, keptAs?: string) =>
    list.add({ run, title, keptAs, id: title, seconds: 60 });
  return { said, list, did };
}
/** The page after a reload: what is kept is undone by its name. */
function reloaded() {
  const page = listening();
  const undone: string[] = [];
  page.list.undoBy(async (keptAs) => void undone.push(keptAs));
  return { ...page, undone };
}
const offline = { status: 0, message: 'The server could not be reached.' };

afterEach(() => window.sessionStorage.clear());

test('after a reload no older action is undone in place of one that only its page could undo', async () => {
  const { did } = listening();
  did('Archived', undefined, 'change-1');
  did('Reply sent');
  const { list, said, undone } = reloaded();
  await list.next()?.run();
  expect([said, undone]).toEqual([['Too late: Reply sent'], []]);
  await list.next()?.run();
  expect([said, undone]).toEqual([['Too late: Reply sent', 'Undone: Archived'], ['change-1']]);
  expect(list.next()).toBeUndefined();
});

test('an action that was undone on its page blocks nothing after a reload', async () => {
  const { did, list } = listening();
  did('Archived', undefined, 'change-1');
  did('Reply sent');
  await list.next()?.run();
  const after = reloaded();
  await after.list.next()?.run();
  expect(after.undone).toEqual(['change-1']);
});

test('an undo that cannot reach the server can be tried again, also after a reload; one that is refused cannot', async () => {
  let failure: object = offline;
  const { did, list } = listening();
  did('Archived', () => Promise.reject(failure), 'change-1');
  await expect(list.next()?.run()).rejects.toBe(offline);
  expect(reloaded().list.next()).toBeDefined();
  failure = { status: 409, message: 'It was undone already.' };
  await expect(list.next()?.run()).rejects.toBe(failure);
  expect([list.next(), reloaded().list.next()]).toEqual([undefined, undefined]);
});

test('an undo runs once at a time, and the key goes on to the action before it', async () => {
  const releases: (() => void)[] = [];
  const wait = () => new Promise<void>((release) => releases.push(release));
  const { did, list, said } = listening();
  did('Archived', wait);
  const button = did('Starred', wait);
  const works = [list.next()?.run(), button(), list.next()?.run()].map(async (work) => work);
  expect([releases.length, list.next()]).toEqual([2, undefined]);
  releases.forEach((release) => release());
  await Promise.all(works);
  expect(said.toSorted()).toEqual(['Undone: Archived', 'Undone: Starred']);
});

test('an undo that has said itself what it did is not repeated', async () => {
  const { did, list, said } = listening();
  did('Blocked', async () => void said.push('alder.test is no longer blocked'));
  await list.next()?.run();
  list.add({ run: async () => true, title: 'Moved', keptAs: undefined, id: 'moved', seconds: 60 });
  await list.next()?.run();
  expect(said).toEqual(['alder.test is no longer blocked']);
});

test('another person on the same page undoes nothing of what was done before', () => {
  const { did, list } = listening();
  did('Archived', undefined, 'change-1');
  list.keepFor({ ...ada, personId: 'bo' });
  expect(list.next()).toBeUndefined();
  list.keepFor(ada);
  list.undoBy(async () => {});
  expect(list.next()).toBeDefined();
});
