import { counted } from '@skein/ui/counted';
import { useRef, useState } from 'react';
import { findOffer, mailboxPatterns, restrictedSenderNames, type Offer } from '@skein/contracts/smart-senders/offers';
import { pictureTypes } from '@skein/contracts/main/signed-uploads.contract';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import {
  nameProblem,
  useUploadPicture,
  type Draft,
  type DraftDomain,
  type DraftMailbox,
  type Sender,
} from './purchase.hooks';

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  isBusy: boolean;
  onName: (next: Draft, names: readonly string[]) => void;
}

/** People, and the addresses they get on each domain. */
export function MailboxesCard({ draft, change, isBusy, onName }: Props) {
  const offer = findOffer(draft.offer_id) as Offer;
  const [name, setName] = useState('');
  const count = draft.domains.reduce((sum, domain) => sum + domain.mailboxes.length, 0);
  const names = draft.domains.map((domain) => domain.name);
  const add = () => {
    const [first_name = '', ...rest] = name.trim().split(/\s/).filter(Boolean);
    if (first_name === '') return;
    change({ senders: [...draft.senders, { first_name, last_name: rest.join(' '), picture_key: null }] });
    setName('');
  };
  return (
    <Card title="3. Mailboxes" detail={`${count} on ${counted(draft.domains.length, 'domain')}`}>
      <Stack $gap={4}>
        <Grid $min={180}>
          <Field label="On each domain">
            <NumberInput
              value={draft.per_domain}
              min={offer.mailboxes[0]}
              max={offer.mailboxes[1]}
              onValueChange={(per_domain) => change({ per_domain: per_domain ?? offer.mailboxes[0] })}
            />
          </Field>
          <Field label="Pattern">
            <Select
              value={draft.pattern}
              onValueChange={(pattern) => change({ pattern })}
              options={mailboxPatterns.map((pattern) => ({ value: pattern, label: pattern }))}
            />
          </Field>
          <Field label="Add a sender" hint="First and last name.">
            <TextInput
              value={name}
              maxLength={160}
              onChange={(event) => setName(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
          </Field>
        </Grid>
        <Row $gap={2} $wrap>
          <Button icon="plus" onClick={add}>
            Add sender
          </Button>
          <Button icon="refresh" loading={isBusy} onClick={() => onName(draft, names)} disabled={names.length === 0}>
            Generate names
          </Button>
        </Row>
        {draft.senders.map((sender, index) => (
          <SenderLine
            key={`${sender.first_name} ${sender.last_name} ${index}`}
            sender={sender}
            onChange={(next) =>
              change({ senders: draft.senders.flatMap((each, at) => (at !== index ? [each] : next ? [next] : [])) })
            }
          />
        ))}
        {draft.domains.map((domain) => (
          <DomainNames
            key={domain.name}
            domain={domain}
            onChange={(mailboxes) =>
              change({
                domains: draft.domains.map((each) => (each.name === domain.name ? { ...each, mailboxes } : each)),
              })
            }
          />
        ))}
        <Text $tone="muted">
          Reserved names: <span translate="no">{restrictedSenderNames.join(', ')}</span>.
        </Text>
      </Stack>
    </Card>
  );
}

function SenderLine({ sender, onChange }: { sender: Sender; onChange: (sender: Sender | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPicture();
  const [isBusy, setBusy] = useState(false);
  const who = `${sender.first_name} ${sender.last_name}`.trim();
  const send = async (file: File) => {
    setBusy(true);
    try {
      onChange({ ...sender, picture_key: await upload(file) });
    } catch (problem) {
      showProblem('The picture was not uploaded', problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row $gap={2} $wrap>
      <strong>{who}</strong>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        aria-label={`Picture of ${who}`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void send(file);
          event.target.value = '';
        }}
      />
      <Button size="small" loading={isBusy} onClick={() => input.current?.click()}>
        {sender.picture_key ? 'Replace picture' : 'Add picture'}
      </Button>
      <Button size="small" variant="ghost" aria-label={`Remove ${who}`} onClick={() => onChange(null)}>
        Remove
      </Button>
    </Row>
  );
}

function DomainNames({ domain, onChange }: { domain: DraftDomain; onChange: (mailboxes: DraftMailbox[]) => void }) {
  return (
    <Stack $gap={2}>
      <strong>{domain.name}</strong>
      {domain.mailboxes.map((mailbox, index) => {
        const problem = nameProblem(domain, mailbox);
        const address = `${mailbox.local_part}@${domain.name}`;
        return (
          <Row key={index} $gap={2} $align="start">
            <div style={{ flex: 1, minWidth: 0 }}>
              <Field label={`${mailbox.first_name} ${mailbox.last_name}`} {...(problem ? { error: problem } : {})}>
                <TextInput
                  value={mailbox.local_part}
                  maxLength={64}
                  suffix={`@${domain.name}`}
                  onChange={(event) =>
                    onChange(
                      domain.mailboxes.map((each, at) =>
                        at === index ? { ...each, local_part: event.target.value } : each,
                      ),
                    )
                  }
                />
              </Field>
            </div>
            <Button
              size="small"
              variant="ghost"
              icon="trash"
              aria-label={`Remove ${address}`}
              onClick={() => onChange(domain.mailboxes.filter((_, at) => at !== index))}
            />
          </Row>
        );
      })}
    </Stack>
  );
}
