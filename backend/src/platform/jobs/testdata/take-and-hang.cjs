'use strict';
// Takes one job, says so, and never ends: jobs.test.ts kills it. Plain JavaScript, because it runs as a process of its own.
const { run } = require('graphile-worker');
const { Client } = require('pg');

async function main(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await run({
    connectionString: url,
    concurrency: 1,
    noHandleSignals: true,
    taskList: {
      'test.greet': async (_payload, { job }) => {
        // The heartbeat under a name that the test knows, as job-workers.ts writes it.
        await client.query('INSERT INTO worker_heartbeat (worker_id, host, pid) VALUES ($1, $2, $3)', [
          `hanging-${job.id}`,
          'test',
          process.pid,
        ]);
        await client.query('UPDATE graphile_worker._private_jobs SET locked_by = $1 WHERE id = $2', [
          `hanging-${job.id}`,
          job.id,
        ]);
        process.send('taken');
        await new Promise(() => setInterval(() => undefined, 1000));
      },
    },
  });
}

void main(process.argv[2]);
