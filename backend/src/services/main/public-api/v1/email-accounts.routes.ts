import { v1CampaignMailboxesContract } from '@skein/contracts/v1/campaign-mailboxes.contract';
import { v1EmailAccountCareContract } from '@skein/contracts/v1/email-account-care.contract';
import { v1EmailAccountsContract } from '@skein/contracts/v1/email-accounts.contract';
import type { MainDeps } from '#main/deps';
import { addCampaignMailboxes } from '#campaigns/campaigns.api';
import {
  deleteAccount,
  getAccount,
  listAccounts,
  listAccountsOfCampaign,
  removeFromCampaign,
  removeOneFromCampaign,
  saveAccount,
  suspendAccount,
  updateAccount,
} from './email-accounts';
import {
  deleteAccounts,
  disconnectOauth,
  fetchAccountMessages,
  fetchFromAccounts,
  reconnectFailed,
  saveOauthAccount,
} from './email-account-care';
import { wireRoutes } from './wire-routes';

export const v1EmailAccountsRoutes = (deps: MainDeps) =>
  wireRoutes(v1EmailAccountsContract)(deps, {
    list: (d, { raw, actor, query }) => listAccounts(d, raw.req.raw, actor, query),
    get: (d, { raw, actor, params }) => getAccount(d, raw.req.raw, actor, params.mailboxId),
    save: (d, { raw, actor, body }) => saveAccount(d, raw.req.raw, actor, body),
    update: (d, { actor, params, body }) => updateAccount(d, actor, params.mailboxId, body),
    remove: (d, { actor, params }) => deleteAccount(d, actor, params.mailboxId),
    suspend: (d, { actor, params }) => suspendAccount(d, actor, params.mailboxId, true),
    unsuspend: (d, { actor, params }) => suspendAccount(d, actor, params.mailboxId, false),
  });

export const v1EmailAccountCareRoutes = (deps: MainDeps) =>
  wireRoutes(v1EmailAccountCareContract, { notKept: ['fetchMessages', 'fetchFromMany'] })(deps, {
    saveOauth: (d, { actor, body }) => saveOauthAccount(d, actor, body),
    reconnectFailed: (d, { actor, body }) => reconnectFailed(d, actor, body.email_account_ids),
    bulkDelete: (d, { actor, body }) => deleteAccounts(d, actor, body.email_account_ids),
    fetchMessages: (d, { actor, params, body }) => fetchAccountMessages(d, actor, params.mailboxId, body),
    fetchFromMany: (d, { actor, body }) => fetchFromAccounts(d, actor, body.accounts),
    disconnectOauth: (d, { actor, params }) => disconnectOauth(d, actor, params.mailboxId),
  });

export const v1CampaignMailboxesRoutes = (deps: MainDeps) =>
  wireRoutes(v1CampaignMailboxesContract)(deps, {
    list: (d, { actor, params, query }) => listAccountsOfCampaign(d, actor, params.campaignId, query.include_tags),
    add: async (d, { actor, params, body }) => {
      await addCampaignMailboxes(d, actor, params.campaignId, body.email_account_ids);
      return { ok: true as const };
    },
    remove: (d, { actor, params, query, body }) =>
      removeFromCampaign(
        d,
        actor,
        params.campaignId,
        query.email_account_id === undefined
          ? body.email_account_ids
          : [...(body.email_account_ids ?? []), query.email_account_id],
      ),
    removeOne: (d, { actor, params }) => removeOneFromCampaign(d, actor, params.campaignId, params.mailboxId),
  });
