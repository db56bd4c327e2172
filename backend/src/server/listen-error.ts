/** The address cannot be listened on, in one sentence. */
class ListenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ListenError';
  }
}

export function explainListenError(
  error: NodeJS.ErrnoException,
  { port, host }: { port: number; host: string },
): Error {
  if (error.code === 'EADDRINUSE') {
    return new ListenError(
      `Port ${port} is taken by another program: stop it, or choose another one with PORT=${port + 1} npm start.`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES') {
    return new ListenError(
      `Your user may not listen on port ${port}: choose one above 1023, for example with PORT=3000.`,
      { cause: error },
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ListenError(`HOST names ${host}, which is not an address of this machine.`, { cause: error });
  }
  return error;
}
