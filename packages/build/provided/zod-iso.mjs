export { date, datetime, time } from 'zod-source/classic/iso.js';
