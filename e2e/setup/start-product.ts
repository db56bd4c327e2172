import { join } from 'node:path';
import { startProduct } from '../support/product';

/** `npm test` shows the errors in it when a journey fails. */
const logFile = join(__dirname, '..', 'product.log');

/**
 * Starts one product for all journeys. While journeys are written, SKEIN_E2E_DATA may name the data folder of a sandbox that
 * runs already (PORT=3100 SKEIN_DATA=/tmp/e2e SKEIN_TIME_SCALE=1440 npm start).
 * @returns what ends it
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env['SKEIN_E2E_DATA']) return async () => undefined;
  const product = await startProduct({ timeScale: Number(process.env['SKEIN_E2E_TIME_SCALE'] ?? 1440), logFile });
  // Workers inherit the environment.
  process.env['SKEIN_E2E_DATA'] = product.dataFolder;
  return () => product.stop();
}
