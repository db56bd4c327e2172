import {
  credentialFailureTexts,
  imapPorts,
  newMailboxDefaults,
  smtpPorts,
  type PortType,
} from '@skein/contracts/constants';
import { mailProviders, type MailProvider } from '@skein/contracts/mail-providers';
import { createMailboxBody, createOauthMailboxBody, testMailboxBody } from '@skein/contracts/main/mailboxes.contract';
import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';

/** What is typed into the form. Text is '' and a number is null while nothing is given. */
export interface ConnectionForm {
  type: MailProvider['type'];
  login: 'password' | 'oauth';
  from_name: string;
  from_email: string;
  username: string;
  password: string;
  smtp_host: string;
  smtp_port: number | null;
  smtp_port_type: PortType;
  imap_host: string;
  imap_port: number | null;
  imap_port_type: PortType;
  separate_imap: boolean;
  imap_username: string;
  imap_password: string;
  token_url: string;
  client_id: string;
  client_secret: string;
  refresh_token: string;
  message_per_day: number | null;
  min_time_to_wait_minutes: number | null;
  time_zone: string;
  signature: string;
  different_reply_to_address: string;
  bcc_email: string;
  custom_tracking_domain: string;
  /** Warmup is on and the daily cap begins low. */
  starts_gently: boolean;
}
export type ConnectionField = keyof ConnectionForm;

/** The provider an address of the page names: `gmail`, `outlook`, `zoho`, `smtp`; undefined for any other. */
export const providerOf = (id: string | undefined): MailProvider | undefined =>
  mailProviders.find((provider) => provider.type.toLowerCase() === id);

/** An empty form with a provider's hosts and ports. `timeZone` is the person's. */
export function emptyForm(provider: MailProvider, timeZone: string): ConnectionForm {
  return {
    type: provider.type,
    login: 'password',
    from_name: '',
    from_email: '',
    username: '',
    password: '',
    separate_imap: false,
    imap_username: '',
    imap_password: '',
    smtp_host: provider.smtp.host,
    smtp_port: provider.smtp.port,
    smtp_port_type: provider.smtp.portType,
    imap_host: provider.imap.host,
    imap_port: provider.imap.port,
    imap_port_type: provider.imap.portType,
    token_url: '',
    client_id: '',
    client_secret: '',
    refresh_token: '',
    ...newMailboxDefaults,
    time_zone: timeZone,
    signature: '',
    different_reply_to_address: '',
    bcc_email: '',
    custom_tracking_domain: '',
    starts_gently: true,
  };
}

/** The port that goes with a choice of security (docs/domain.md, Lists and limits). A port of one's own stays. */
export function portAfter(server: 'smtp' | 'imap', before: PortType, after: PortType, port: number | null): number {
  const usual = server === 'smtp' ? smtpPorts : imapPorts;
  return port === null || port === usual[before] ? usual[after] : port;
}

/** The servers after another provider was chosen: a host of one's own stays with its port, a preset gives way. */
export function serversAfter(
  form: Pick<ConnectionForm, ServerField>,
  before: MailProvider,
  after: MailProvider,
): Pick<ConnectionForm, ServerField> {
  const smtp = form.smtp_host === '' || form.smtp_host === before.smtp.host || after.smtp.host !== '';
  const imap = form.imap_host === '' || form.imap_host === before.imap.host || after.imap.host !== '';
  return {
    ...(smtp
      ? { smtp_host: after.smtp.host, smtp_port: after.smtp.port, smtp_port_type: after.smtp.portType }
      : { smtp_host: form.smtp_host, smtp_port: form.smtp_port, smtp_port_type: form.smtp_port_type }),
    ...(imap
      ? { imap_host: after.imap.host, imap_port: after.imap.port, imap_port_type: after.imap.portType }
      : { imap_host: form.imap_host, imap_port: form.imap_port, imap_port_type: form.imap_port_type }),
  };
}
type ServerField = 'smtp_host' | 'smtp_port' | 'smtp_port_type' | 'imap_host' | 'imap_port' | 'imap_port_type';

/** The sandbox's servers as the product names them. */
export interface SandboxServers {
  smtp: { host: string; port: number };
  imap: { host: string; port: number };
}

/** Both servers of the sandbox with the security they speak, for the whole form at once. */
export const sandboxConnection = ({ smtp, imap }: SandboxServers): Pick<ConnectionForm, ServerField> => ({
  smtp_host: smtp.host,
  smtp_port: smtp.port,
  smtp_port_type: 'NONE',
  imap_host: imap.host,
  imap_port: imap.port,
  imap_port_type: 'NONE',
});

/**
 * What goes with a host that was just typed: the sandbox's own servers speak in the clear, and so does any on this
 * machine. A port of one's own stays. Null when the host asks for nothing.
 */
export function afterLoopbackHost(
  form: Pick<ConnectionForm, ServerField>,
  server: 'smtp' | 'imap',
  known: SandboxServers | undefined,
): { port: number | null; portType: PortType } | null {
  const host = form[`${server}_host`].trim().toLowerCase();
  if (host !== known?.[server].host && !/^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)) return null;
  const port = form[`${server}_port`];
  const isPreset = port === null || port === (server === 'smtp' ? smtpPorts : imapPorts)[form[`${server}_port_type`]];
  return { port: isPreset && known ? known[server].port : port, portType: 'NONE' };
}

/** An editor that was emptied leaves an empty paragraph: no signature. An image alone is one. */
export const signatureOf = (html: string): string | null =>
  html.replace(/<(?!img\b)[^<>]*>|&nbsp;|\s+/gi, '') === '' ? null : html;

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The login alone: what a test and a reconnect take. */
export function connectionBody(form: ConnectionForm) {
  return {
    type: form.type,
    from_name: form.from_name,
    from_email: form.from_email,
    username: form.username.trim() === '' ? form.from_email : form.username,
    password: form.password,
    smtp_host: form.smtp_host,
    smtp_port: form.smtp_port as number,
    smtp_port_type: form.smtp_port_type,
    imap_host: form.imap_host,
    imap_port: form.imap_port as number,
    imap_port_type: form.imap_port_type,
    ...(form.separate_imap
      ? {
          imap_username: form.imap_username,
          ...(form.imap_password === '' ? {} : { imap_password: form.imap_password }),
        }
      : {}),
  };
}

/** Limits, addresses, signature and how the mailbox starts. */
export const settingsBody = (form: ConnectionForm) => ({
  message_per_day: form.message_per_day as number,
  min_time_to_wait_minutes: form.min_time_to_wait_minutes as number,
  time_zone: form.time_zone,
  signature: signatureOf(form.signature),
  different_reply_to_address: orNull(form.different_reply_to_address),
  bcc_email: orNull(form.bcc_email),
  custom_tracking_domain: orNull(form.custom_tracking_domain),
  starts_gently: form.starts_gently,
});

/** The whole mailbox with a password. */
export const passwordBody = (form: ConnectionForm) => ({ ...connectionBody(form), ...settingsBody(form) });

/** The whole mailbox with a refresh token. */
export function oauthBody(form: ConnectionForm) {
  const {
    password: _password,
    imap_password: _imap,
    ...connection
  } = connectionBody(form) as ReturnType<typeof connectionBody> & { imap_password?: string };
  return {
    ...connection,
    ...settingsBody(form),
    token: {
      token_url: form.token_url.trim(),
      client_id: form.client_id.trim(),
      client_secret: form.client_secret,
      refresh_token: form.refresh_token,
    },
  };
}

/** One thing to correct, at its field. */
export interface FieldProblem {
  field: ConnectionField;
  message: string;
}

/** Of several problems of one field the first. */
export const firstOfEach = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.filter((problem, index) => problems.findIndex((other) => other.field === problem.field) === index);

/** The field of the form that a path of the API means: `token.client_id` and `body.client_id` are the field `client_id`. */
export const fieldOf = (path: string, form: ConnectionForm): ConnectionField | null => {
  const name = path.replace(/^(body\.)?(token\.)?/, '');
  return name in form ? (name as ConnectionField) : null;
};

/**
 * What the contract finds wrong with the form, at the form's fields; the same rules as the server's. `only: 'login'`
 * leaves out the limits, for a test.
 */
export function formProblems(form: ConnectionForm, only?: 'login'): FieldProblem[] {
  const parsed =
    only === 'login'
      ? testMailboxBody.safeParse(connectionBody(form))
      : form.login === 'oauth'
        ? createOauthMailboxBody.safeParse(oauthBody(form))
        : createMailboxBody.safeParse(passwordBody(form));
  const found = (parsed.success ? [] : parsed.error.issues).flatMap((issue): FieldProblem[] => {
    const field = fieldOf(issue.path.join('.'), form);
    if (!field) return [];
    const isEmpty = form[field] === null || form[field] === '';
    return [{ field, message: isEmpty ? 'is required' : issue.message }];
  });
  if (form.separate_imap && form.imap_username.trim() === '')
    found.push({ field: 'imap_username', message: 'is required' });
  return firstOfEach(found);
}

type Result = ConnectionReport['smtp'];

/** The text of section 5 that a server's reply holds; the first of them when it says it in other words. */
export const credentialText = (reply: string | null): string =>
  credentialFailureTexts.find((text) => reply?.toLowerCase().includes(text.toLowerCase())) ?? credentialFailureTexts[0];

function problemOfServer(
  server: 'smtp' | 'imap',
  result: Result,
  form: Pick<ConnectionForm, 'separate_imap' | 'login'>,
): FieldProblem | null {
  if (result.ok) return null;
  if (result.code === 'CREDENTIALS') {
    const field =
      form.login === 'oauth' ? 'refresh_token' : server === 'imap' && form.separate_imap ? 'imap_password' : 'password';
    return { field, message: credentialText(result.server_reply) };
  }
  const cause = result.cause ?? '';
  const field = /does not exist|private address|certificate/.test(cause)
    ? 'host'
    : /encrypt/.test(cause)
      ? 'port_type'
      : 'port';
  return {
    field: `${server}_${field}`,
    message: cause || (result.server_reply ?? 'The server refused the connection.'),
  };
}

/** What a login attempt shows, beside the fields it is about. */
export function reportProblems(
  report: ConnectionReport,
  form: Pick<ConnectionForm, 'separate_imap' | 'login'>,
): FieldProblem[] {
  const found = [problemOfServer('smtp', report.smtp, form), problemOfServer('imap', report.imap, form)].filter(
    (problem) => problem !== null,
  );
  return firstOfEach(found);
}

/** Where what is typed waits while the person looks elsewhere in this tab; without its secrets. */
export const draftKey = 'skein.draft.connect-mailbox';

/** Fields that never leave the form but in the call itself. */
const secretFields = ['password', 'imap_password', 'client_secret', 'refresh_token'] as const;

/** The form without its secrets, to be kept until it is sent. */
export const draftOf = (form: ConnectionForm): ConnectionForm => ({
  ...form,
  ...Object.fromEntries(secretFields.map((field) => [field, ''])),
});

/** A draft that was kept, for the provider of the page; what is not understood is left at its default. */
export function readDraft(text: string | null, provider: MailProvider, timeZone: string): ConnectionForm {
  const empty = emptyForm(provider, timeZone);
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<ConnectionForm> | null;
    if (!kept || typeof kept !== 'object') return empty;
    const known = Object.fromEntries(
      Object.entries(kept).filter(
        ([name, value]) =>
          name in empty &&
          (typeof value === typeof empty[name as ConnectionField] ||
            (value === null && typeof empty[name as ConnectionField] === 'number')),
      ),
    );
    const draft: ConnectionForm = { ...empty, ...known };
    const before = mailProviders.find((each) => each.type === draft.type) ?? provider;
    return {
      ...draft,
      ...(before.type === provider.type ? {} : serversAfter(draft, before, provider)),
      type: provider.type,
    };
  } catch {
    return empty;
  }
}
