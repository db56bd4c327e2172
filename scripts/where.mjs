// `npm run where -- "POST /api/campaigns/12/status"`: the files behind a route (ARCHITECTURE.md): contract, routes,
// operation, and the stores whose SQL ran when it was recorded (`--record`). Also for a page ("/app/settings/webhook"),
// a SQL function ("sending_refusals"), a code ("INBOX_NOT_READ") and words of the screen or of the trade ("Review and
// apply", "reply rate"): rules of the glossary first, then files, each with what it says. `--all` prints every route as
// JSON, `--writes` what each changing route writes.
import { answer, NothingFound } from './where/answer.mjs';
import { readRecorded } from './where/recorded.mjs';

const asked = process.argv.slice(2).join(' ').trim();

if (asked === '--all') console.log(JSON.stringify(readRecorded()));
else if (asked === '--record') await recordAll();
else if (asked === '--writes')
  console.log(JSON.stringify(await (await import('./where/routes.mjs')).findWrittenTables()));
else {
  try {
    console.log(await answer(asked));
  } catch (error) {
    if (!(error instanceof NothingFound)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function recordAll() {
  const { record } = await import('./where/record.mjs');
  console.log(`${await record()} routes are written to scripts/where/routes.jsonl.`);
}
