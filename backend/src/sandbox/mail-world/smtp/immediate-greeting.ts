import { SMTPServer, type SMTPServerError, type SMTPServerSession } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';

type ConnectArguments = Parameters<SMTPServer['connect']>;

/**
 * smtp-server waits 100 ms before each greeting to catch spammers who talk too soon, and has no option for it. On
 * loopback that only slows a campaign that opens a connection a mail (100 ms against about 2 ms). This connection is
 * ready at once, and lets a reply bring its own enhanced status code.
 */
class PromptConnection extends SMTPConnection {
  private isGreeted = false;

  override init(): void {
    super.init();
    if (this._server.options.maxClients && this._server.connections.size > this._server.options.maxClients) return;
    this.connectionReady();
  }

  /** Called here at once and by smtp-server's own timer later; only the first call counts. */
  override connectionReady(next?: () => void): void {
    if (this.isGreeted || this._closing || this._closed) return;
    this.isGreeted = true;
    super.connectionReady(next);
  }

  /** smtp-server has no hook between the last RCPT and the 354. */
  override handler_DATA(command: Buffer, callback: () => void): void {
    const refusal = (this._server as PromptSmtpServer).refuseData?.(this.session) ?? null;
    if (!refusal) return super.handler_DATA(command, callback);
    this.send(refusal.responseCode ?? 450, refusal.message);
    callback();
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const bringsItsOwn = typeof data === 'string' && /^[245]\.\d{1,3}\.\d{1,3} /.test(data);
    super.send(code, data, bringsItsOwn ? false : context);
  }
}

/** An SMTPServer that greets at once. */
export class PromptSmtpServer extends SMTPServer {
  /** Asked at DATA, before the 354; null lets the body come. */
  refuseData: ((session: SMTPServerSession) => SMTPServerError | null) | null = null;

  override connect(...[socket, socketOptions]: ConnectArguments): void {
    const connection = new PromptConnection(this, socket, socketOptions);
    this.connections.add(connection);
    connection.on('error', (error: Error) => this._onError(error));
    connection.on('connect', (data: Parameters<SMTPServer['_onClientConnect']>[0]) => this._onClientConnect(data));
    connection.init();
  }

  /** Listens; rejects when it cannot. */
  listening(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.listen(port, host, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
  }

  /** Cuts connections as a line that breaks: all of them, or that of one session. */
  dropConnections(of?: SMTPServerSession): void {
    for (const connection of this.connections) if (!of || connection.session === of) connection._socket.destroy();
  }
}

/** An answer that refuses, with its code. */
export const refuse = (code: number, text: string): SMTPServerError =>
  Object.assign(new Error(text), { responseCode: code });
