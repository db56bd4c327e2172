import { serveHeavyTasks } from '../serve-heavy-tasks';
import { answer, fail, grow, hold, pass, spin, whichThread } from './example-tasks';

export default serveHeavyTasks([answer, fail, grow, hold, pass, spin, whichThread]);
