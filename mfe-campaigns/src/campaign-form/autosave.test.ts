import { createAutosave } from './autosave';

type Patch = { name?: string; limit?: number };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('changes are saved together after a rest, the newest value of each field', async () => {
  const saved: Patch[] = [];
  const autosave = createAutosave<Patch>({
    save: (patch) => {
      saved.push(patch);
      return Promise.resolve();
    },
  });
  autosave.queue({ name: 'Q4' });
  autosave.queue({ name: 'Q4 directors' });
  autosave.queue({ limit: 20 });
  expect(autosave.isPending()).toBe(true);
  await jest.advanceTimersByTimeAsync(700);
  expect(saved).toEqual([{ name: 'Q4 directors', limit: 20 }]);
  expect(autosave.state.get().status).toBe('saved');
  expect(autosave.isPending()).toBe(false);
});

test('what is typed during a save follows it, one request at a time', async () => {
  const saved: Patch[] = [];
  let finish: () => void = () => undefined;
  const autosave = createAutosave<Patch>({
    save: (patch) => {
      saved.push(patch);
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
  });
  autosave.queue({ name: 'a' });
  await jest.advanceTimersByTimeAsync(700);
  autosave.queue({ name: 'b' });
  await jest.advanceTimersByTimeAsync(700);
  expect(saved).toEqual([{ name: 'a' }]);
  finish();
  await jest.advanceTimersByTimeAsync(0);
  expect(saved).toEqual([{ name: 'a' }, { name: 'b' }]);
  finish();
  await jest.advanceTimersByTimeAsync(0);
  expect(autosave.state.get().status).toBe('saved');
});

test('nothing typed is lost when a save fails: it is kept, says why, and goes with the next one', async () => {
  const saved: Patch[] = [];
  let broken = true;
  const autosave = createAutosave<Patch>({
    save: (patch) => {
      if (broken) return Promise.reject(new Error('No connection'));
      saved.push(patch);
      return Promise.resolve();
    },
  });
  autosave.queue({ name: 'kept', limit: 1 });
  await jest.advanceTimersByTimeAsync(700);
  expect(autosave.state.get()).toMatchObject({ status: 'failed', problem: { message: 'No connection' } });
  expect(autosave.isPending()).toBe(true);
  await expect(autosave.flush()).rejects.toThrow('No connection');
  broken = false;
  autosave.queue({ limit: 2 });
  await autosave.flush();
  expect(saved).toEqual([{ name: 'kept', limit: 2 }]);
});

test('flush saves at once, without the rest', async () => {
  const save = jest.fn(() => Promise.resolve());
  const autosave = createAutosave<Patch>({ save });
  autosave.queue({ name: 'now' });
  await autosave.flush();
  expect(save).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(2000);
  expect(save).toHaveBeenCalledTimes(1);
});

test('what is held waits for a person; applied without success it is tried again, until something else is typed', async () => {
  const saved: Patch[] = [];
  let broken = true;
  const autosave = createAutosave<Patch>({
    isHeld: () => true,
    save: (patch) => {
      if (broken) return Promise.reject(new Error('No connection'));
      saved.push(patch);
      return Promise.resolve();
    },
  });
  autosave.queue({ name: 'seen' });
  await autosave.flush();
  expect([saved, autosave.state.get().status]).toEqual([[], 'held']);
  await expect(autosave.apply()).rejects.toThrow('No connection');
  broken = false;
  await autosave.flush();
  expect([saved, autosave.state.get().status]).toEqual([[{ name: 'seen' }], 'saved']);
  autosave.queue({ name: 'not seen' });
  await autosave.flush();
  expect([saved, autosave.state.get().status]).toEqual([[{ name: 'seen' }], 'held']);
});
