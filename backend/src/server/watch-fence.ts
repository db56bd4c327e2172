import type { ServerContext } from './module';

/** Whether sending is paused, as the database last said: asked once a second, because loops ask it before each email. */
export async function watchFence(fence: { isPaused(): Promise<boolean> }, log: ServerContext['log']) {
  let isHeld = await fence.isPaused();
  const look = setInterval(
    () =>
      void fence.isPaused().then(
        (paused) => {
          isHeld = paused;
        },
        (error: Error) => log.error({ error }, 'the sending fence could not be read'),
      ),
    1000,
  );
  return { isHeld: () => isHeld, stop: () => clearInterval(look) };
}
