import { onlyWorker, somewhere, strike, told, wait, type Fault } from './fault';
import { timing } from './fault-world';

/** kill -9 of the worker at one byte of the dialogue. */
export const killAtByte: Fault = async (world, random) => {
  const worker = await onlyWorker(world);
  const place = somewhere(world, random);
  const reached = await strike(world, { ...place, then: 'cut' }, () => worker.kill('SIGKILL'));
  if (reached) await worker.gone;
  if (world.pool.alive().length === 0) await world.pool.start();
  return reached ? told(place) : null;
};

/** The network is cut at one byte; the worker lives. */
export const cutAtByte: Fault = async (world, random) => {
  await onlyWorker(world);
  const place = somewhere(world, random);
  const then = random.below(2) === 0 ? 'cut' : 'half';
  return (await strike(world, { ...place, then }, () => undefined)) ? `${then} ${told(place)}` : null;
};

/** The worker is frozen at one byte for longer than its lease; another one takes over; then the first wakes up and goes on. */
export const freezeAtByte: Fault = async (world, random) => {
  const worker = await onlyWorker(world);
  const place = somewhere(world, random);
  const reached = await strike(world, { ...place, then: 'hold' }, () => worker.kill('SIGSTOP'));
  if (!reached) return null;
  await world.pool.start();
  await wait(timing.freeze);
  world.proxy.release();
  worker.kill('SIGCONT');
  await wait(300);
  worker.kill(random.below(2) === 0 ? 'SIGTERM' : 'SIGKILL');
  await worker.gone;
  return told(place);
};

/** A new worker starts, then the old one is asked to stop. */
export const rollingRestart: Fault = async (world) => {
  const worker = await onlyWorker(world);
  await world.pool.start();
  worker.kill('SIGTERM');
  await worker.gone;
  return 'restarted';
};

/** Two workers by mistake, then one of them dies. */
export const twoWorkers: Fault = async (world, random) => {
  const worker = await onlyWorker(world);
  const other = await world.pool.start();
  await wait(200 + random.below(800));
  const victim = random.below(2) === 0 ? worker : other;
  victim.kill('SIGKILL');
  await victim.gone;
  return 'raced';
};
