// `node bundle-process.mjs ENTRY OUTFILE [--whole]`: bundles one more program of the backend the way its main program
// is (for tests that start real processes).
import { buildProgram } from './build-backend.mjs';

const [entry, outfile, how] = process.argv.slice(2);
await buildProgram(entry, outfile, { isWhole: how === '--whole' });
