import { serveHeavyTasks } from '../serve-heavy-tasks';
import { answer, fail, grow, spin, spinLonger, whichThread } from './example-tasks';

export default serveHeavyTasks([answer, fail, grow, spin, spinLonger, whichThread]);
