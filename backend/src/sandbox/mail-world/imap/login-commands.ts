import { tokenText } from './command-parser';
import { bad, no, ok, type CommandDefinition, type CommandResult, type ImapSession } from './imap-types';

/** What this server offers; more after login, as RFC 3501 allows. */
export function capabilities(session: ImapSession, isSecure: boolean): string {
  const base = ['IMAP4rev1', 'LITERAL+', 'SASL-IR', 'ID', 'ENABLE'];
  if (!session.account) {
    const startTls = session.context.offersStartTls && !isSecure ? ['STARTTLS'] : [];
    const tokens = session.context.verifyToken ? ['AUTH=XOAUTH2'] : [];
    return [...base, ...startTls, 'AUTH=PLAIN', ...tokens].join(' ');
  }
  return [
    ...base,
    'NAMESPACE',
    'IDLE',
    'UIDPLUS',
    'MOVE',
    'CONDSTORE',
    'SPECIAL-USE',
    'CHILDREN',
    'UNSELECT',
    `APPENDLIMIT=${session.context.maximumMailBytes}`,
  ].join(' ');
}

async function enter(session: ImapSession, email: string, isRight: Promise<boolean> | boolean): Promise<CommandResult> {
  const account = session.context.postOffice.account(email);
  if (!(await isRight) || !account) return no('[AUTHENTICATIONFAILED] Invalid credentials');
  session.account = account.email;
  return ok(`[CAPABILITY ${capabilities(session, true)}] Logged in`);
}

const login: CommandDefinition = {
  state: 'not-authenticated',
  mayExpunge: true,
  run(session, tokens) {
    const [email, password] = [tokenText(tokens[0]), tokenText(tokens[1])];
    if (email === null || password === null || tokens.length !== 2)
      return bad('LOGIN needs a user name and a password');
    return enter(session, email, session.context.postOffice.checkPassword(email, password));
  },
};

const authenticate: CommandDefinition = {
  state: 'not-authenticated',
  mayExpunge: true,
  async run(session, tokens) {
    const mechanism = tokenText(tokens[0])?.toUpperCase();
    const { verifyToken, postOffice } = session.context;
    if (mechanism !== 'PLAIN' && !(mechanism === 'XOAUTH2' && verifyToken))
      return no('[CANNOT] Unsupported authentication mechanism');
    const answer = tokenText(tokens[1]) ?? (await session.askForLine(''));
    if (answer === '*') return bad('Authentication cancelled');
    const decoded = Buffer.from(answer === '=' ? '' : answer, 'base64').toString('utf8');
    if (mechanism === 'PLAIN') {
      const [, email, password] = decoded.split('\u0000');
      if (!email || password === undefined) return bad('Malformed PLAIN response');
      return enter(session, email, postOffice.checkPassword(email, password));
    }
    const fields = decoded.split('\u0001');
    const email = fields.find((field) => /^user=/i.test(field))?.slice('user='.length);
    const token = fields
      .find((field) => /^auth=Bearer /i.test(field))
      ?.slice('auth=Bearer '.length)
      .trim();
    if (!email || !token) return bad('Malformed XOAUTH2 response');
    if (verifyToken && (await verifyToken(email.toLowerCase(), token))) return enter(session, email, true);
    // The provider convention: details in a challenge, which the client answers with an empty line.
    await session.askForLine(Buffer.from('{"status":"400","schemes":"bearer","scope":"mail"}').toString('base64'));
    return no('[AUTHENTICATIONFAILED] Invalid credentials');
  },
};

const enable: CommandDefinition = {
  state: 'authenticated',
  mayExpunge: true,
  run(session, tokens) {
    const wanted = tokens.map((token) => tokenText(token)?.toUpperCase());
    const enabled = wanted.includes('CONDSTORE');
    if (enabled) session.isCondstoreEnabled = true;
    session.send(`* ENABLED${enabled ? ' CONDSTORE' : ''}\r\n`);
    return ok('Enabled');
  },
};

const identify: CommandDefinition = {
  state: 'any',
  mayExpunge: true,
  run(session) {
    session.send('* ID ("name" "Skein sandbox" "vendor" "Skein")\r\n');
    return ok('ID completed');
  },
};

const namespace: CommandDefinition = {
  state: 'authenticated',
  mayExpunge: true,
  run(session) {
    session.send('* NAMESPACE (("" "/")) NIL NIL\r\n');
    return ok('NAMESPACE completed');
  },
};

export const loginCommands: Record<string, CommandDefinition> = {
  LOGIN: login,
  AUTHENTICATE: authenticate,
  ENABLE: enable,
  ID: identify,
  NAMESPACE: namespace,
};
