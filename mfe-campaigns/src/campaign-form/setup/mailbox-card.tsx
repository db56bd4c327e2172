import { useState } from 'react';
import { limits } from '@skein/contracts/constants';
import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { IconButton } from '@skein/ui/icon-button';
import { Link } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { Loading } from '@skein/ui/skeleton';
import { Status } from '@skein/ui/status';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { orSentence } from '../../campaigns-list/campaign-dialogs';
import { useFormCampaignMailboxesQuery, useFormSetMailboxesMutation } from '../api';
import { CardTable, Lines, TableScroll } from '../form-layout';
import { formAddress } from '../form-steps';
import { MailboxDialog } from './mailbox-dialog';

const states = { CONNECTED: { tone: 'success', glyph: 'done', word: 'Connected' }, FAILING: { tone: 'danger', glyph: 'bad', word: 'Failing' }, SUSPENDED: { tone: 'warning', glyph: 'paused', word: 'Suspended' } } as const;

/** Mailboxes that send for the campaign, with what each may and did send today. */
export function MailboxCard({ campaign, mayWrite }: { campaign: CampaignView; mayWrite: boolean }) {
  const { data, error, refetch } = useFormCampaignMailboxesQuery({ params: { campaignId: campaign.id } });
  const [set] = useFormSetMailboxesMutation();
  const [choosing, setChoosing] = useState(false);
  const [leaving, setLeaving] = useState<{ id: number; from_email: string; leads: number } | null>(null);
  const chosen = data?.mailboxes ?? [];
  const save = async (ids: number[]) => {
    const answer = await orSentence(set({ params: { campaignId: campaign.id }, body: { mailbox_ids: ids } }).unwrap());
    toasts.show({ title: `${counted(answer.mailboxes.length, 'mailbox sends', 'mailboxes send')} for this campaign`, text: `Up to ${counted(answer.daily_capacity, 'e-mail')} a day.` });
  };
  return (
    <Card id="mailboxes" padded={false} title="Mailboxes" detail={data ? `${chosen.length} of ${limits.mailboxesPerCampaign}, up to ${counted(data.daily_capacity, 'e-mail')} a day` : undefined}
      actions={mayWrite && data ? <Button size="small" icon="plus" onClick={() => setChoosing(true)}>Choose mailboxes</Button> : undefined}>
      {error && <div style={{ padding: 16 }}><Callout tone="danger" role="alert" actions={<Button size="small" onClick={() => void refetch()}>Try again</Button>}>{error.message}</Callout></div>}
      {!data && !error && <div style={{ padding: 16 }}><Loading label="Loading the mailboxes" /></div>}
      {data && chosen.length === 0 && <EmptyState level={3} icon="mail" title="No mailbox yet" actions={mayWrite && <Button onClick={() => setChoosing(true)}>Choose mailboxes</Button>}>A lead keeps the mailbox that wrote to it first. More mailboxes send more a day, each within its own limit.</EmptyState>}
      {chosen.length > 0 && (
        <TableScroll aria-label="Mailboxes of the campaign" style={{ maxHeight: 420 }}>
          <CardTable aria-label="Mailboxes of the campaign">
            <thead><tr><th scope="col" style={{ minWidth: 240 }}>Mailbox</th><th scope="col">State</th><th scope="col" style={{ width: 160, minWidth: 130 }}>Sent today</th><th scope="col" data-end>Warmup</th><th scope="col" data-end>Leads</th><th scope="col" style={{ width: 48 }}><VisuallyHidden>Actions</VisuallyHidden></th></tr></thead>
            <tbody>
              {chosen.map((mailbox) => (
                <tr key={mailbox.id}>
                  <th scope="row"><Link href={`/app/email-account/${mailbox.id}/overview`}><Lines $most={2} title={mailbox.from_email}>{mailbox.from_email}</Lines></Link><Hint><Lines $most={1} title={mailbox.from_name}>{mailbox.from_name}</Lines>{mailbox.campaign_count > 1 && `in ${counted(mailbox.campaign_count, 'campaign')}`}</Hint></th>
                  <td><Status quiet tone={states[mailbox.state].tone} glyph={states[mailbox.state].glyph} title={mailbox.error ?? undefined}>{states[mailbox.state].word}</Status>{mailbox.error && <Hint><Lines $most={2} title={mailbox.error}>{mailbox.error}</Lines></Hint>}</td>
                  <td><Progress value={mailbox.sent_today} max={mailbox.message_per_day} label={`Sent today by ${mailbox.from_email}`} start={mailbox.sent_today.toLocaleString('en-US')} end={`of ${mailbox.message_per_day.toLocaleString('en-US')}`} /></td>
                  <td data-end>{mailbox.warmup_days === null ? '–' : counted(mailbox.warmup_days, 'day')}</td>
                  <td data-end>{mailbox.leads.toLocaleString('en-US')}</td>
                  <td>{mayWrite && <IconButton icon="close" label={`Take ${mailbox.from_email} out`} onClick={() => setLeaving(mailbox)} />}</td>
                </tr>
              ))}
            </tbody>
          </CardTable>
        </TableScroll>
      )}
      {choosing && data && <MailboxDialog chosen={chosen} back={formAddress(campaign, 'setup', { setting: 'mailboxes' })} onClose={() => setChoosing(false)} onSave={save} />}
      {leaving && (
        <ConfirmDialog open onOpenChange={() => setLeaving(null)} title={`Take ${leaving.from_email} out`} confirmLabel="Take out" tone="normal"
          description={leaving.leads > 0 ? `${counted(leaving.leads, 'lead')} that keep it go on from another mailbox in a new thread. What it had reserved is cancelled.` : 'No lead keeps this mailbox yet.'}
          onConfirm={() => save(chosen.filter((mailbox) => mailbox.id !== leaving.id).map((mailbox) => mailbox.id))} />
      )}
    </Card>
  );
}
