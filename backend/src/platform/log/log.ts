import pino, { type DestinationStream } from 'pino';

import { redactText, redactValue } from './redact';

/** What everybody logs with: fields first, then the text, as in `log.info({ campaign: 7 }, 'started')`. */
export interface Log {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
  /** A log that adds these fields to every line: `log.child({ module: 'jobs' })`. */
  child(fields: Record<string, unknown>): Log;
}

export interface LogOptions {
  level: string;
  /** where the lines go; standard output if not given */
  destination?: DestinationStream;
}

/** Lines of JSON with secrets and addresses taken out, whatever a caller hands in. */
export function createLog(options: LogOptions): Log {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      bindings: (bindings) => redactValue(bindings) as Record<string, unknown>,
      log: (fields) => redactValue(fields) as Record<string, unknown>,
    },
    hooks: {
      logMethod(parameters, method) {
        const cleaned = parameters.map((parameter: unknown) =>
          typeof parameter === 'string' ? redactText(parameter) : parameter,
        );
        method.apply(this, cleaned as Parameters<typeof method>);
      },
    },
    // Errors are written by redactValue already.
    serializers: { err: (error: unknown) => error, error: (error: unknown) => error },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

/** A log that writes nothing: for tests that do not look at it. */
export const silentLog: Log = createLog({ level: 'silent' });
