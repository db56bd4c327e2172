import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { createBatcher } from '#platform/db/batcher';
import type { Credential, MailServer } from '#platform/mail/mail-server';
import { notFound } from '#platform/http/skein-error';
import { mailboxGrants, secretContext, type MailboxGrantsDeps } from './mailbox-grants';
import { readReaches, type MailboxOf, type MailboxReach } from './mailbox-reach.store';

/** The secret of a mailbox's server and how it is opened. */
interface CredentialToOpen {
  workspaceId: WorkspaceId;
  mailboxId: MailboxId;
  method: string;
  open: (kind: string) => string | null;
  kind: 'smtp' | 'imap';
}

/**
 * How a mailbox's servers are reached, with credentials unsealed for this connection only. Access tokens are kept in memory per mailbox.
 */
export function mailboxServers(deps: MailboxGrantsDeps) {
  const oauthCredential = mailboxGrants(deps);
  const readTogether = async (mailboxes: MailboxOf[]): Promise<(MailboxReach | undefined)[]> => {
    const reaches = await readReaches(deps.db, mailboxes);
    return mailboxes.map(({ mailboxId }) => reaches.get(mailboxId));
  };
  /** Mails that leave together ask together. */
  const read = createBatcher<MailboxOf, MailboxReach | undefined>({
    most: 100,
    together: readTogether,
    alone: async (mailbox) => (await readTogether([mailbox]))[0],
  });

  async function load(workspaceId: WorkspaceId, mailboxId: MailboxId) {
    const record = await read({ workspaceId, mailboxId });
    if (!record) throw notFound('This mailbox', 'mailbox');
    const open = (kind: string) => {
      const sealed = record.secrets.get(kind);
      return sealed ? deps.vault.open(sealed, secretContext(workspaceId, mailboxId, kind)) : null;
    };
    return { record, open };
  }

  const credential = ({ workspaceId, mailboxId, method, open, kind }: CredentialToOpen): Credential => {
    if (method === 'XOAUTH2') return oauthCredential({ workspaceId, mailboxId }, open('oauth') ?? '{}');
    return { kind: 'password', password: open(kind) ?? open('smtp') ?? '' };
  };

  return {
    smtp: async (workspaceId: WorkspaceId, mailboxId: MailboxId): Promise<MailServer> => {
      const { record, open } = await load(workspaceId, mailboxId);
      return {
        host: record.smtp_host,
        port: record.smtp_port,
        portType: record.smtp_port_type,
        username: record.smtp_username,
        credential: credential({ workspaceId, mailboxId, method: record.auth_method, open, kind: 'smtp' }),
      };
    },
    imap: async (workspaceId: WorkspaceId, mailboxId: MailboxId): Promise<MailServer> => {
      const { record, open } = await load(workspaceId, mailboxId);
      return {
        host: record.imap_host,
        port: record.imap_port,
        portType: record.imap_port_type,
        username: record.imap_username,
        credential: credential({ workspaceId, mailboxId, method: record.auth_method, open, kind: 'imap' }),
      };
    },
  };
}

export type MailboxServers = ReturnType<typeof mailboxServers>;
