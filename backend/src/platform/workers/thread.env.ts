/** What a thread that reads outside text sees of the environment: the time zone, no secret. */
export const threadEnvironment = () => (process.env['TZ'] === undefined ? {} : { TZ: process.env['TZ'] });
