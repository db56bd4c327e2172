// Builds what the journeys of `npm test` try. Where somebody's choice keeps an earlier version in its place, they would
// try that one: it fails and says so.
import { Refusal } from './install.mjs';
import { build } from './prepare.mjs';

try {
  const notes = await build();
  for (const note of notes) console.error(note);
  process.exitCode = notes.length > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
