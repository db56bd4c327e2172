import { silentLog } from '#platform/log/log';
import { readPlatformEnvironment } from '#platform/env/env';
import { selectModules, startModules, type Module } from './module';
import { modules, targets } from './modules';
import { parseTarget } from './parse-target';
import { createServerContext } from './server-context';

const context = () =>
  createServerContext({
    environment: readPlatformEnvironment({ SKEIN_MODE: 'sandbox' }),
    log: silentLog,
    progress: () => undefined,
  });

function table(events: string[], failing?: string): Module[] {
  const make = (name: string, needs: string[]): Module => ({
    name,
    needs,
    async start() {
      if (name === failing) throw new Error(`${name} failed`);
      events.push(`+${name}`);
      return {
        stop: async () => void events.push(`-${name}`),
        ready: async () => (name === 'b' ? 'still warming up' : null),
      };
    },
  });
  return [make('a', []), make('b', ['a']), make('c', []), make('d', ['b'])];
}

it('starts what a target needs in the order of the table and stops it in reverse', async () => {
  const events: string[] = [];
  const running = await startModules(selectModules(table(events), ['d']), context());
  await running.stop();
  expect(events).toEqual(['+a', '+b', '+d', '-d', '-b', '-a']);
});

it('says which module is not ready', async () => {
  const running = await startModules(table([]), context());
  expect(await running.waiting()).toEqual({ b: 'still warming up' });
});

it('stops what has started when a later module fails', async () => {
  const events: string[] = [];
  await expect(startModules(table(events, 'c'), context())).rejects.toThrow('c failed');
  expect(events).toEqual(['+a', '+b', '-b', '-a']);
});

it('lets one module that cannot stop not keep the others running', async () => {
  const events: string[] = [];
  const modulesOfTest = table(events);
  modulesOfTest[2] = { name: 'c', needs: [], start: async () => ({ stop: () => Promise.reject(new Error('stuck')) }) };
  await (await startModules(modulesOfTest, context())).stop();
  expect(events.slice(-3)).toEqual(['-d', '-b', '-a']);
});

it('refuses a table in which a need stands after its user', () => {
  const [a, b] = table([]) as [Module, Module];
  expect(() => selectModules([b, a], ['b'])).toThrow(/stands after it in the table/);
});

it.each(Object.keys(targets))('has all that the target %s needs', (target) => {
  expect(selectModules(modules, targets[target] as string[]).length).toBeGreaterThan(0);
});

it('says which module forgot a need', () => {
  expect(() => context().use('database')).toThrow(/No module has provided database yet/);
});

it('reads the target, and names the ones there are when it is not one', () => {
  expect(parseTarget([], ['all', 'workers'])).toBe('all');
  expect(parseTarget(['--target=workers'], ['all', 'workers'])).toBe('workers');
  expect(parseTarget(['--target', 'workers'], ['all', 'workers'])).toBe('workers');
  expect(() => parseTarget(['--target=x'], ['all', 'workers'])).toThrow(
    'There is no target "x": use --target=all|workers.',
  );
  expect(() => parseTarget(['--verbose'], ['all'])).toThrow(/There is no option --verbose/);
});
