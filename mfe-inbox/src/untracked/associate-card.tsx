import { useState } from 'react';
import type { UntrackedReply } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { navigateTo } from '@skein/mfe/navigation';
import { withSentence } from '@skein/mfe/with-sentence';
import { Button } from '@skein/ui/button';
import { Card, CardList } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { counted } from '@skein/ui/counted';
import { Field } from '@skein/ui/field';
import { SubLine, Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { root } from '../inbox/inbox-address';
import { readingWords } from '../lead-panel/reading-text';
import { listTime } from '../times/when';
import { useAssociate } from './use-untracked-reply';

type Suggestion = UntrackedReply['suggestions'][number];

interface Lead {
  enrolmentId: number;
  name: string;
}

/** What giving the reply to a lead sets off: none of it can be undone. */
const effectOf = (reply: UntrackedReply, remember: boolean): string =>
  [
    'It counts as their reply: their sequence stops, the reply is categorised, and subsequences, notifications and webhooks run.',
    remember ? `Other emails from ${reply.from.email} since you first emailed them are added too.` : '',
    'This can’t be undone.',
  ]
    .filter(Boolean)
    .join(' ');

interface AskFirstProps {
  /** Null while nothing is asked. */
  lead: Lead | null;
  effect: string;
  onCancel: () => void;
  onConfirm: (lead: Lead) => Promise<void>;
}

/** What cannot be undone is asked for first. */
function AskFirst({ lead, effect, onCancel, onConfirm }: AskFirstProps) {
  return (
    <ConfirmDialog
      open={lead !== null}
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      tone="normal"
      title={`Match this reply to ${lead?.name ?? ''}?`}
      description={effect}
      confirmLabel="Match reply"
      onConfirm={async () => {
        if (lead) await onConfirm(lead);
      }}
    />
  );
}

/** Whose reply it is: the suggestions with why, or any lead who was mailed. */
export function AssociateCard({
  reply,
  now,
  timeZone,
  onDone,
}: {
  reply: UntrackedReply;
  now: Date;
  timeZone: string;
  onDone: () => void;
}) {
  const { associate, findLeads, isAssociating } = useAssociate(reply.id);
  const [found, setFound] = useState<ComboboxOption | null>(null);
  const [remember, setRemember] = useState(true);
  const [asked, setAsked] = useState<Lead | null>(null);
  const describe = (lead: Suggestion) => `${lead.campaign_name}, emailed ${listTime(lead.sent_at, now, timeZone)}`;
  const find = async (search: string): Promise<ComboboxOption[]> => {
    if (search.trim().length < 2) return [];
    return (await findLeads(search.trim())).map((lead) => ({
      value: String(lead.enrolment_id),
      label:
        lead.lead_name === '' || lead.lead_name === lead.lead_email
          ? lead.lead_email
          : `${lead.lead_name}, ${lead.lead_email}`,
      detail: describe(lead),
    }));
  };
  const take = async ({ enrolmentId, name }: Lead) => {
    const { is_stopped, also } = await withSentence(associate(enrolmentId, remember));
    toasts.show({
      title: `Matched to ${name}`,
      text: `${is_stopped ? 'Their sequence has stopped.' : 'Their sequence was not running.'}${also > 0 ? ` Also added: ${counted(also, 'other email')} from ${reply.from.email}.` : ''}`,
      action: { label: 'Open', run: () => navigateTo(`${root}/replies/${enrolmentId}`) },
    });
    onDone();
  };
  return (
    <Card title="Match to a lead" level={3} padded={false} style={{ maxWidth: 760 }}>
      {reply.suggestions.length > 0 && (
        <CardList aria-label="Suggestions">
          {reply.suggestions.map((lead) => (
            <li key={lead.enrolment_id}>
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text $truncate $weight="medium">
                  {lead.lead_name || lead.lead_email}
                </Text>
                {/* On a phone the campaign and the day go below the address. */}
                <SubLine title={lead.subject} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
                  {lead.lead_email}, {describe(lead)}
                </SubLine>
              </div>
              <Button
                size="small"
                variant={lead === reply.suggestions[0] ? 'primary' : 'default'}
                disabled={isAssociating}
                aria-label={`Match to ${lead.lead_name || lead.lead_email}`}
                onClick={() => setAsked({ enrolmentId: lead.enrolment_id, name: lead.lead_name || lead.lead_email })}
              >
                Match
              </Button>
            </li>
          ))}
        </CardList>
      )}
      <div
        style={{
          display: 'grid',
          gap: 'var(--s-3)',
          padding: 'var(--s-3) var(--s-4) var(--s-4)',
          borderTop: '1px solid var(--border)',
        }}
      >
        {reply.evidence.length > 0 && (
          <Text $size={2} $tone="muted">
            {reply.evidence.map(({ rule, text }) => readingWords(`${rule}: ${text}`)).join(' · ')}
          </Text>
        )}
        <Field label={reply.suggestions.length > 0 ? 'Another lead' : 'Lead'} hint="Leads you have emailed">
          <Combobox
            options={find}
            value={found}
            placeholder="Name, email or company"
            searchPlaceholder="At least 2 letters"
            onValueChange={setFound}
          />
        </Field>
        <Checkbox
          checked={remember}
          onCheckedChange={setRemember}
          label={`Also match other emails from ${reply.from.email}`}
        />
        <div>
          <Button
            size="small"
            loading={isAssociating}
            {...(found ? {} : { disabledReason: 'Choose a lead' })}
            onClick={() => {
              if (found) setAsked({ enrolmentId: Number(found.value), name: found.label });
            }}
          >
            Match reply
          </Button>
        </div>
      </div>
      <AskFirst lead={asked} effect={effectOf(reply, remember)} onCancel={() => setAsked(null)} onConfirm={take} />
    </Card>
  );
}
