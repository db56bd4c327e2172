// `node scripts/healthcheck.mjs`: ends with 0 when the process on PORT is ready. For containers, whose image has no other HTTP client.
const port = process.env.PORT || '3000';
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(4_000) }).catch(
  (error) => error,
);
if (answer.ok !== true) {
  console.error(answer instanceof Error ? answer.message : JSON.stringify((await answer.json()).data?.waiting));
  process.exitCode = 1;
}
