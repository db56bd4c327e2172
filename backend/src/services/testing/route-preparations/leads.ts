import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import type { BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxImportsContract, type MailboxImportView } from '@skein/contracts/main/mailbox-imports.contract';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { inboxChangeRun } from '#inbox/bulk/inbox-change.run';
import { leadActionRun } from '#leads/lead-actions/lead-action.run';
import { mailboxChangeRun } from '#mailboxes/mailbox-changes/mailbox-change.run';
import { mailboxImportRun } from '#mailboxes/mailbox-imports/mailbox-import.run';
import { buyCredits } from './billing';
import { finishRun, idOf, sendFile, setRun, type Asked, type Prepared, type Preparations } from './prepared-route';

const pauseLead = async ({ services, person, own }: Asked): Promise<Prepared> => {
  await services.asClient(campaignLeadsContract, person).pauseLeads({
    params: { campaignId: idOf(own, 'campaignId') },
    body: { selection: { enrolment_ids: [idOf(own, 'enrolmentId')] } },
  });
  return {};
};

export const leadPreparations: Preparations = {
  'POST /api/campaigns/:campaignId/leads/resume': pauseLead,
  'POST /api/v1/campaigns/:campaignId/leads/:leadId/resume': pauseLead,
  'PATCH /api/v1/master-inbox/resume-lead': pauseLead,
  'POST /api/uploads/:uploadId/start': async (asked) => {
    const upload = await sendFile<UploadView>(
      asked,
      `/api/uploads?file_name=leads.csv&campaign_id=${asked.own['campaignId']}`,
      'email,first_name\nuploaded@company.test,Ada\n',
    );
    return {
      params: { uploadId: upload.id },
      body: { mapping: upload.columns.map((column) => column.target), remember_mapping: true },
    };
  },
  'POST /api/uploads/:uploadId/undo': async (asked) => {
    await setRun(asked, 'lead_upload', asked.own['uploadId'], 'COMPLETED');
    return {};
  },
  'POST /api/block-list/uploads/:blockUploadId/start': async (asked) => {
    const { id } = await sendFile<BlockUploadView>(
      asked,
      '/api/block-list/uploads?file_name=blocked.csv',
      'domain\nblocked-by-file.test\n',
    );
    return { params: { blockUploadId: id }, body: { column: 0, reason: 'Customers' } };
  },
  'POST /api/block-list/uploads/:blockUploadId/undo': async (asked) => {
    await setRun(asked, 'block_upload', asked.own['blockUploadId'], 'COMPLETED');
    return {};
  },
  'POST /api/mailbox-imports/:mailboxImportId/start': importOfMailbox,
  'POST /api/mailbox-imports/:mailboxImportId/cancel': async (asked) => {
    await setRun(asked, 'mailbox_import', asked.own['mailboxImportId'], 'RUNNING');
    return {};
  },
  'POST /api/mailbox-imports/:mailboxImportId/retry': async (asked) => {
    const { params, body } = await importOfMailbox(asked);
    const mailboxImportId = params['mailboxImportId'] as number;
    await asked.services
      .asClient(mailboxImportsContract, asked.person)
      .startMailboxImport({ params: { mailboxImportId }, body });
    // Nobody has created the mailbox at the server.
    await finishRun(asked, 'mailbox_import', mailboxImportId, mailboxImportRun);
    return { params };
  },
  'POST /api/mailbox-changes/:mailboxChangeId/cancel': async (asked) => {
    await setRun(asked, 'mailbox_change', asked.own['mailboxChangeId'], 'RUNNING');
    return {};
  },
  'POST /api/mailbox-changes/:mailboxChangeId/undo': async (asked) => {
    const { id } = await asked.services.asClient(mailboxChangesContract, asked.person).startMailboxChange({
      body: { selection: { mailbox_ids: [idOf(asked.own, 'mailboxId')] }, change: { message_per_day: 20 } },
    });
    await finishRun(asked, 'mailbox_change', id, mailboxChangeRun);
    return { params: { mailboxChangeId: id } };
  },
  'POST /api/inbox/bulk-changes/:bulkId/cancel': async (asked) => {
    await setRun(asked, 'inbox_change', asked.own['bulkId'], 'RUNNING');
    return {};
  },
  'POST /api/inbox/bulk-changes/:bulkId/undo': async (asked) => {
    const { services, person, own } = asked;
    await services.main.test.query('update enrolment set last_inbound_at = now() where id = $1', [own['enrolmentId']]);
    const { bulk_id: id } = await services.asClient(inboxBulkContract, person).changeMatching({
      body: { action: { do: 'archive', is_archived: true } },
    });
    await finishRun(asked, 'inbox_change', id, inboxChangeRun);
    return { params: { bulkId: id } };
  },
  'GET /api/lead-actions/:actionId/file': async (asked) => {
    const { services, person, own } = asked;
    const { id } = await services.asClient(leadActionsContract, person).startLeadAction({
      body: { selection: { lead_ids: [idOf(own, 'leadId')] }, action: { kind: 'EXPORT' } } as never,
    });
    await finishRun(asked, 'lead_action', id, leadActionRun);
    return { params: { actionId: id } };
  },
  'POST /api/verifications': async (asked) => {
    await buyCredits(asked);
    return { body: { selection: { lead_ids: [asked.own['leadId']] } } };
  },
  'POST /api/v1/verify-emails': async (asked) => {
    await buyCredits(asked);
    return {};
  },
};

/** A file with one mailbox that can be begun to import. */
async function importOfMailbox(asked: Asked) {
  const { smtp, imap } = asked.services.mail.mail;
  const header = 'from_email,password,smtp_host,smtp_port,smtp_port_type,imap_host,imap_port,imap_port_type';
  const servers = `127.0.0.1,${smtp.port},NONE,127.0.0.1,${imap.port},NONE`;
  const sent = await sendFile<MailboxImportView>(
    asked,
    '/api/mailbox-imports?file_name=boxes.csv',
    `${header}\nimported-${asked.person.workspaceId}@company.test,right-password,${servers}\n`,
  );
  return { params: { mailboxImportId: sent.id }, body: { mapping: sent.mapping } };
}
