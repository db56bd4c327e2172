import { isStaleBuild, newVersionQuestion, offerReload, questionCooldown } from './stale-build';

const surroundings = (answer: boolean) => {
  const kept = new Map<string, string>();
  const told = { questions: [] as string[], reloads: 0, time: 1_000_000 };
  return {
    told,
    confirm: (question: string) => {
      told.questions.push(question);
      return answer;
    },
    reload: () => {
      told.reloads += 1;
    },
    now: () => told.time,
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
  };
};

it('asks with the exact words of the specification and loads the page anew on OK', () => {
  const place = surroundings(true);
  expect(offerReload(place)).toBe(true);
  expect(place.told).toMatchObject({
    questions: ["Hey! We've just pushed up an updated version. Click Ok to load it"],
    reloads: 1,
  });
  expect(newVersionQuestion).toBe(place.told.questions[0]);
});

it('asks at most once in the cooldown, so that a part that stays broken is no loop of reloads', () => {
  const place = surroundings(true);
  offerReload(place);
  place.told.time += questionCooldown - 1;
  expect(offerReload(place)).toBe(false);
  place.told.time += 2;
  expect(offerReload(place)).toBe(true);
  expect(place.told.reloads).toBe(2);
});

it('stays when the person declines', () => {
  const place = surroundings(false);
  offerReload(place);
  expect(place.told.reloads).toBe(0);
});

it.each([
  [Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' }), true],
  [new Error('[ Federation Runtime ]: #RUNTIME-008 Failed to load script resources'), true],
  [new SyntaxError("Unexpected token '<'"), true],
  [new TypeError('x is undefined'), false],
  [undefined, false],
])('%s means a newer build: %s', (error, expected) => {
  expect(isStaleBuild(error)).toBe(expected);
});
