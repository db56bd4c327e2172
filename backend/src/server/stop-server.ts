import type { HttpServer } from './http-server';
import type { RunningModules } from './module';

/**
 * Stops in the order in which nobody loses an answer: no new connections, then the requests that run, then what they work with. A
 * start in progress is let finish or fail first: half a start cannot be undone in order.
 */
export async function stopServer(http: HttpServer, running: () => Promise<RunningModules | undefined>): Promise<void> {
  await http.close();
  await (await running())?.stop();
}
