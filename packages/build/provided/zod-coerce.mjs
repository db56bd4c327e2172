export { boolean, date, number, string } from 'zod-source/classic/coerce.js';
