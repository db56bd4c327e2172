import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LeadView } from '@skein/contracts/main/leads.contract';
import { useAccess } from '@skein/mfe/access';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { CategoryBadge } from '@skein/ui/category-badge';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Badge } from '@skein/ui/badge';
import { Grow, Row, Stack } from '@skein/ui/layout';
import { BareLink } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Status } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { usePhone } from '@skein/ui/use-media';
import { counted } from '@skein/ui/counted';
import { fullInstant } from '@skein/ui/instant';
import { useCategories } from '../leads/all-leads.hooks';
import { useLeadNeighbours } from '../leads/leads-in-view.hooks';
import { blockSourceWords, codeWords } from '../state-labels';
import { LeadState } from '../overview/lead-list/lead-state';
import { LeadFields } from './lead-fields';
import { useLead, useLeadEndings } from './lead.hooks';
import { neighbourEntries, Neighbours } from './lead-neighbours';
import { LeadNotes } from './lead-notes';
import { EraseDialog, LeadTagsDialog, MergeDialog } from './lead-endings';
import { LeadTasks } from './lead-tasks';
import { LeadTimeline } from './lead-timeline';

const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 420px);
  align-items: start;
  gap: var(--s-4);
  @media (max-width: 1023.98px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const leadName = (lead: Pick<LeadView, 'first_name' | 'last_name' | 'email'>): string =>
  [lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email;

/** One lead: fields, campaigns, notes, and everything that happened. */
export function LeadPage() {
  const { lead, isGone, problem, retry } = useLead(useParams().leadId);
  usePage([{ label: 'Leads', to: '/app/leads/all' }, { label: lead ? leadName(lead) : 'Lead' }]);
  if (isGone) return <NotFoundPage />;
  if (!lead && problem)
    return (
      <PageBody>
        <Callout
          tone="danger"
          role="alert"
          title="The lead could not be loaded."
          actions={
            <Button size="small" icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Callout>
      </PageBody>
    );
  if (!lead) return <PageSkeleton shape="record" />;
  return (
    <>
      <LeadHeader key={lead.id} lead={lead} />
      <PageBody $well>
        <MailState lead={lead} />
        <Two>
          <Stack $gap={4}>
            <LeadFields key={lead.id} lead={lead} />
            <LeadCampaigns lead={lead} />
            <LeadPlaces lead={lead} />
          </Stack>
          <Stack $gap={4}>
            <LeadTasks key={`tasks ${lead.id}`} leadId={lead.id} />
            <LeadNotes key={`notes ${lead.id}`} leadId={lead.id} />
            <LeadTimeline key={`timeline ${lead.id}`} leadId={lead.id} />
          </Stack>
        </Two>
      </PageBody>
    </>
  );
}

function LeadHeader({ lead }: { lead: LeadView }) {
  const access = useAccess();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'unsubscribe' | 'delete' | 'merge' | 'erase' | 'tags' | null>(null);
  const endings = useLeadEndings(lead.id);
  const neighbours = useLeadNeighbours(lead.id);
  const isPhone = usePhone();
  const close = (isOpen: boolean) => {
    if (!isOpen) setOpen(null);
  };
  const entries = [
    ...(access.may('lead.write') ? [{ label: 'Tags', icon: 'tag' as const, onSelect: () => setOpen('tags') }] : []),
    ...(access.may('lead.delete')
      ? [{ label: 'Merge another lead into this one', icon: 'branch' as const, onSelect: () => setOpen('merge') }]
      : []),
    ...(access.may('lead.write') && !lead.is_unsubscribed
      ? [
          {
            label: 'Unsubscribe from everything',
            icon: 'block' as const,
            tone: 'danger' as const,
            onSelect: () => setOpen('unsubscribe'),
          },
        ]
      : []),
    ...(access.may('lead.delete')
      ? [
          { label: 'Delete', icon: 'trash' as const, tone: 'danger' as const, onSelect: () => setOpen('delete') },
          { label: 'Erase (GDPR)', icon: 'lock' as const, tone: 'danger' as const, onSelect: () => setOpen('erase') },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={leadName(lead)}
        detail={[lead.email, lead.company_name].filter(Boolean).join(', ')}
        status={
          lead.suppression || lead.is_unsubscribed ? (
            <Status tone="danger" glyph="stopped">
              Do not email
            </Status>
          ) : (
            <Status tone="success" glyph="done">
              Can be emailed
            </Status>
          )
        }
        more={isPhone ? [...neighbourEntries(neighbours), ...entries] : entries}
        moreLabel={`More actions for ${leadName(lead)}`}
        actions={
          <>
            {!isPhone && <Neighbours neighbours={neighbours} />}
            {access.may('inbox.reply') && <WriteButton lead={lead} />}
          </>
        }
      />
      {open === 'tags' && <LeadTagsDialog lead={lead} onClose={() => setOpen(null)} />}
      {open === 'merge' && <MergeDialog lead={lead} onClose={() => setOpen(null)} />}
      {open === 'erase' && <EraseDialog lead={lead} onClose={() => setOpen(null)} />}
      {open === 'unsubscribe' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Unsubscribe ${leadName(lead)}`}
          confirmLabel="Unsubscribe"
          description={`${lead.email} is added to the block list, and ${counted(lead.campaigns.filter((row) => ['STARTED', 'INPROGRESS', 'PAUSED'].includes(row.lead_status)).length, 'running sequence stops', 'running sequences stop')}.`}
          onConfirm={async () => {
            await endings.unsubscribe();
            toasts.show({ title: `${lead.email} is unsubscribed` });
          }}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete ${leadName(lead)}`}
          confirmLabel="Delete lead"
          typedText={lead.email}
          description={`It is removed from ${counted(lead.campaigns.length, 'campaign')}. A lead that was emailed is stopped and keeps its history.`}
          onConfirm={async () => {
            await endings.remove();
            toasts.show({ title: `${lead.email} deleted` });
            void navigate('/leads/all');
          }}
        />
      )}
    </>
  );
}

/** Opens the newest conversation with the lead. */
function WriteButton({ lead }: { lead: LeadView }) {
  const newest = newestThread(lead);
  return (
    <Button
      variant="primary"
      icon="reply"
      {...(newest === null
        ? { disabledReason: 'Nothing was sent to this lead yet.' }
        : { href: `/app/master-inbox/all/${newest}` })}
    >
      Write
    </Button>
  );
}

/** The conversation in which something was said last. */
function newestThread({ campaigns }: Pick<LeadView, 'campaigns'>): number | null {
  const saidAt = (row: LeadView['campaigns'][number]) =>
    [row.last_reply_at, row.last_sent_at]
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? '';
  const [newest] = campaigns
    .filter((row) => saidAt(row) !== '')
    .sort((one, other) => saidAt(other).localeCompare(saidAt(one)));
  return newest?.enrolment_id ?? null;
}

function MailState({ lead }: { lead: LeadView }) {
  const { timeZone } = useUi();
  if (!lead.suppression && !lead.is_bounced) return null;
  const { suppression } = lead;
  return (
    <Callout tone="warning" title="No campaign emails this lead.">
      {suppression
        ? `${suppression.value} has been on the block list since ${fullInstant(suppression.created_at, timeZone)} (${blockSourceWords(suppression.source)}).`
        : 'An email to this address could not be delivered.'}
    </Callout>
  );
}

function LeadCampaigns({ lead }: { lead: LeadView }) {
  const { timeZone } = useUi();
  const { nameOf } = useCategories();
  return (
    <Card title="Campaigns" detail={lead.campaigns.length} padded={false}>
      {lead.campaigns.length === 0 && (
        <div style={{ padding: '0 var(--s-4) var(--s-4)' }}>
          <Text $tone="muted">Not in any campaign.</Text>
        </div>
      )}
      <CardList>
        {lead.campaigns.map((row) => (
          <li key={row.enrolment_id}>
            <Grow>
              <BareLink
                href={`/app/email-campaign/${row.campaign_id}/overview/lead-list?search=${encodeURIComponent(lead.email)}`}
                style={{ fontWeight: 'var(--w-medium)' }}
              >
                {row.campaign_name}
              </BareLink>
              <SubLine title={row.last_sent_at ? fullInstant(row.last_sent_at, timeZone) : undefined}>
                {[
                  row.last_seq_number > 0
                    ? `Step ${row.last_seq_number} sent`
                    : row.last_sent_at
                      ? 'Sent a step that has since been removed'
                      : 'Nothing sent yet',
                  row.mailbox_email && `from ${row.mailbox_email}`,
                  row.reason && codeWords(row.reason),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </SubLine>
            </Grow>
            {row.category_id !== null && <CategoryBadge id={row.category_id} name={nameOf(row.category_id)} />}
            <LeadState status={row.lead_status} quiet />
          </li>
        ))}
      </CardList>
    </Card>
  );
}

/** Tags and lists of a lead, when it has any. */
function LeadPlaces({ lead }: { lead: LeadView }) {
  if (lead.tags.length + lead.lists.length === 0) return null;
  return (
    <Card title="Tags and lists">
      <Row $gap={2} style={{ flexWrap: 'wrap' }}>
        {lead.tags.map((tag) => (
          <Badge key={tag.id} tone="neutral">
            {tag.name}
          </Badge>
        ))}
        {lead.lists.map((list) => (
          <BareLink key={list.id} href={`/app/leads/lists/${list.id}`}>
            {list.name}
          </BareLink>
        ))}
      </Row>
    </Card>
  );
}
