// `npm test`: everything; `npm test -- types lint` some stages only; `npm test -- changed` what a change can affect.
// How it works, where the time goes, and how to run one thing quickly: docs/testing.md. What stands here needs Node
// alone: nothing is installed yet.
import { checkDisk, checkNode, installIfNeeded, Refusal } from './lib/install.mjs';

try {
  checkNode();
  checkDisk();
  installIfNeeded();
  const { runTests } = await import('./lib/run-tests.mjs');
  process.exitCode = await runTests(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) console.error(error);
  console.log(`The tests did not start: ${inOneSentence(error.message)}`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}

/** Whoever reads only the end of a log reads the reason. */
function inOneSentence(message) {
  return String(message).replace(/\s+/g, ' ').trim().slice(0, 600);
}
