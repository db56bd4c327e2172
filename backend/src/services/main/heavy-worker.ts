// The program of a thread (backend/dist/heavy-worker.cjs): what takes CPU, and nothing that knows the database.
import { serveHeavyTasks } from '#platform/workers/serve-heavy-tasks';
import { heavyTasks } from './heavy-tasks';

export default serveHeavyTasks(heavyTasks);
