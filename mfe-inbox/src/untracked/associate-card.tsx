import { useState } from 'react';
import type { UntrackedReply } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { navigateTo } from '@skein/mfe/navigation';
import { withSentence } from '@skein/mfe/with-sentence';
import { Button } from '@skein/ui/button';
import { Card, CardList } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field } from '@skein/ui/field';
import { SubLine, Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { root } from '../inbox/inbox-address';
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
    'It counts as their reply: a running sequence stops, the reply gets a category, and subsequences, notifications and webhooks follow.',
    remember ? `Emails from ${reply.from.email} that came after the first email to them are added too.` : '',
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
      title={`Make this a reply from ${lead?.name ?? ''}?`}
      description={effect}
      confirmLabel="Associate"
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
  const describe = (lead: Suggestion) => `${lead.campaign_name}, mailed ${listTime(lead.sent_at, now, timeZone)}`;
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
      title: `Now a reply of ${name}`,
      text: `${is_stopped ? 'The sequence has stopped.' : 'The sequence was not running.'}${also > 0 ? ` ${also} more from ${reply.from.email} went with it.` : ''}`,
      action: { label: 'Open', run: () => navigateTo(`${root}/replies/${enrolmentId}`) },
    });
    onDone();
  };
  return (
    <Card title="Whose reply is it?" level={3} padded={false}>
      {reply.suggestions.length > 0 && (
        <CardList aria-label="Suggestions">
          {reply.suggestions.map((lead) => (
            <li key={lead.enrolment_id}>
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text $truncate $weight="medium">
                  {lead.lead_name || lead.lead_email}
                </Text>
                <SubLine title={lead.subject}>
                  {lead.lead_email}, {describe(lead)}
                </SubLine>
              </div>
              <Button
                size="small"
                variant={lead === reply.suggestions[0] ? 'primary' : 'default'}
                disabled={isAssociating}
                onClick={() => setAsked({ enrolmentId: lead.enrolment_id, name: lead.lead_name || lead.lead_email })}
              >
                It is
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
            {reply.evidence.map(({ rule, text }) => `${rule}: ${text}`).join(' · ')}
          </Text>
        )}
        <Field
          label={reply.suggestions.length > 0 ? 'Someone else' : 'Find the lead'}
          hint="Only leads who were emailed"
        >
          <Combobox
            options={find}
            value={found}
            placeholder="Name, address or company"
            searchPlaceholder="At least 2 letters"
            onValueChange={setFound}
          />
        </Field>
        <Checkbox
          checked={remember}
          onCheckedChange={setRemember}
          label={`Match later emails from ${reply.from.email} for theirs too`}
        />
        <div>
          <Button
            size="small"
            loading={isAssociating}
            {...(found ? {} : { disabledReason: 'Choose a lead first' })}
            onClick={() => {
              if (found) setAsked({ enrolmentId: Number(found.value), name: found.label });
            }}
          >
            Associate
          </Button>
        </div>
      </div>
      <AskFirst lead={asked} effect={effectOf(reply, remember)} onCancel={() => setAsked(null)} onConfirm={take} />
    </Card>
  );
}
