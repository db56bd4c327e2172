import { connect, type Socket } from 'node:net';

/** A client that sends exactly the bytes it is told to, for what well-behaved libraries never send. */
export class RawClient {
  private readonly socket: Socket;
  private text = '';
  private waiters: (() => void)[] = [];
  isClosed = false;

  constructor(server: { host: string; port: number }) {
    this.socket = connect(server.port, server.host);
    this.socket.on('data', (chunk: Buffer) => {
      this.text += chunk.toString('latin1');
      this.wake();
    });
    const closed = () => {
      this.isClosed = true;
      this.wake();
    };
    this.socket.on('close', closed);
    this.socket.on('error', closed);
  }

  /** Sends, waits until the answer matches or the server hangs up, and gives everything heard since the last call. */
  async say(bytes: string | Buffer, until: RegExp): Promise<string> {
    this.socket.write(bytes);
    while (!until.test(this.text) && !this.isClosed) await new Promise<void>((resolve) => this.waiters.push(resolve));
    const heard = this.text;
    this.text = '';
    return heard;
  }

  close(): void {
    this.socket.destroy();
  }

  private wake(): void {
    for (const waiter of this.waiters.splice(0)) waiter();
  }
}
