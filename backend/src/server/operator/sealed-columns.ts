import type { SealedColumn } from '#platform/crypto/reseal.store';
import { answerContext } from '#platform/http/idempotency';
import { sealContext as aiKeyContext } from '#campaigns/campaigns.api';
import { sealContext as assistantContext } from '#inbox/inbox.api';
import { keyContext, twoFactorContext } from '#identity/identity.api';
import { importKeyContext } from '#integrations/integrations.api';
import { sealContext as verifierContext } from '#leads/leads.api';
import { clientContext, importRowContext, secretContext as mailboxContext } from '#mailboxes/mailboxes.api';
import {
  connectionContext,
  noticeSlackContext,
  noticeWebhookContext,
  secretContext as webhookContext,
} from '#notices/notices.api';
import { seedSecretContext } from '#services/smart-delivery/seeds.store';
import { dkimContext, relayContext } from '#services/smart-servers/servers.store';
import { passwordContext } from '#services/smart-senders/purchases.deps';
import { poolSecretContext } from '#services/warmup/pool.store';

const twoFactor = (column: string): SealedColumn => ({
  table: 'app_user',
  key: ['id'],
  column,
  further: ['workspace_id'],
  contextOf: (row) => twoFactorContext(Number(row['workspace_id']), Number(row['id'])),
});

/** THE list of what is sealed: one line a column. A test holds it against the columns of the database. */
export const sealedColumns: SealedColumn[] = [
  {
    table: 'mailbox_secret',
    key: ['mailbox_id', 'kind'],
    column: 'sealed',
    further: ['workspace_id'],
    contextOf: (row) => mailboxContext(Number(row['workspace_id']), Number(row['mailbox_id']), String(row['kind'])),
  },
  {
    table: 'api_key',
    key: ['id'],
    column: 'key_sealed',
    further: ['workspace_id'],
    contextOf: (row) => keyContext(Number(row['workspace_id'])),
  },
  twoFactor('two_factor_secret'),
  twoFactor('two_factor_pending'),
  {
    table: 'webhook',
    key: ['id'],
    column: 'secret_sealed',
    further: ['workspace_id'],
    contextOf: (row) => webhookContext(Number(row['workspace_id']), Number(row['id'])),
  },
  {
    table: 'webhook',
    key: ['id'],
    column: 'previous_secret_sealed',
    further: ['workspace_id'],
    contextOf: (row) => webhookContext(Number(row['workspace_id']), Number(row['id'])),
  },
  {
    table: 'mailbox_consent_client',
    key: ['workspace_id', 'provider'],
    column: 'secret_sealed',
    further: [],
    contextOf: (row) => clientContext(Number(row['workspace_id']), String(row['provider'])),
  },
  {
    table: 'mailbox_import_row',
    key: ['import_id', 'row_number'],
    column: 'sealed',
    further: ['workspace_id'],
    contextOf: (row) =>
      importRowContext(Number(row['workspace_id']), Number(row['import_id']), Number(row['row_number'])),
  },
  {
    table: 'integration',
    key: ['id'],
    column: 'credentials_sealed',
    further: ['workspace_id', 'kind'],
    contextOf: (row) => connectionContext(Number(row['workspace_id']), String(row['kind'])),
  },
  {
    table: 'idempotency_key',
    key: ['id'],
    column: 'body_sealed',
    further: ['workspace_id', 'key'],
    contextOf: (row) => answerContext(Number(row['workspace_id']), String(row['key'])),
  },
  {
    table: 'account_import',
    key: ['id'],
    column: 'key_sealed',
    further: ['workspace_id'],
    contextOf: (row) => importKeyContext(Number(row['workspace_id'])),
  },
  {
    table: 'ai_key',
    key: ['workspace_id', 'user_id'],
    column: 'key_sealed',
    contextOf: (row) => aiKeyContext(Number(row['workspace_id']), Number(row['user_id'])),
  },
  {
    table: 'assistant',
    key: ['workspace_id'],
    column: 'key_sealed',
    contextOf: (row) => assistantContext(Number(row['workspace_id'])),
  },
  {
    table: 'notice_setting',
    key: ['workspace_id', 'user_id'],
    column: 'slack_sealed',
    contextOf: (row) => noticeSlackContext(Number(row['workspace_id']), Number(row['user_id'])),
  },
  {
    table: 'notice_setting',
    key: ['workspace_id', 'user_id'],
    column: 'webhook_secret_sealed',
    contextOf: (row) => noticeWebhookContext(Number(row['workspace_id']), Number(row['user_id'])),
  },
  {
    table: 'verification_provider',
    key: ['workspace_id'],
    column: 'key_sealed',
    further: ['provider'],
    contextOf: (row) => verifierContext(Number(row['workspace_id']), String(row['provider'])),
  },
  {
    table: 'warmup_pool_member',
    key: ['id'],
    column: 'sealed_password',
    further: ['email'],
    contextOf: (row) => poolSecretContext(String(row['email'])),
  },
  {
    table: 'placement_seed',
    key: ['id'],
    column: 'sealed_password',
    further: ['email', 'auth_method', 'deleted_at'],
    // The version before deletes a seed without its method.
    contextOf: (row) =>
      seedSecretContext(
        String(row['email']),
        row['auth_method'] === 'XOAUTH2' && row['deleted_at'] === null ? 'XOAUTH2' : 'PASSWORD',
      ),
  },
  {
    table: 'dedicated_server',
    key: ['id'],
    column: 'relay_sealed',
    contextOf: (row) => relayContext(Number(row['id'])),
  },
  {
    table: 'dedicated_server',
    key: ['id'],
    column: 'dkim_sealed',
    contextOf: (row) => dkimContext(Number(row['id'])),
  },
  {
    table: 'purchased_mailbox',
    key: ['id'],
    column: 'sealed_password',
    further: ['workspace_id'],
    contextOf: (row) => passwordContext(Number(row['workspace_id']), Number(row['id'])),
  },
];
