import { useState } from 'react';
import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import { Checkbox } from '@skein/ui/checkbox';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { useDuplicateCampaign } from './campaigns.hooks';
import { FormDialog } from '../form-dialog';

/** Copies one campaign, with what a person wants to take along. */
export function DuplicateDialog({
  campaign,
  onClose,
  onDone,
}: {
  campaign: Pick<CampaignRow, 'id' | 'name' | 'client'>;
  onClose: () => void;
  onDone: (copy: { id: number; name: string }) => void;
}) {
  const duplicate = useDuplicateCampaign(campaign.id);
  const [name, setName] = useState(`${campaign.name}, copy`.slice(0, 200));
  const [subsequences, setSubsequences] = useState(false);
  const [client, setClient] = useState(true);
  const [leads, setLeads] = useState(false);
  return (
    <FormDialog
      title={`Duplicate ${campaign.name}`}
      submitLabel="Duplicate"
      onClose={onClose}
      {...(name.trim() === '' ? { disabledReason: 'Give the copy a name' } : {})}
      onSubmit={async () => {
        onDone(
          await duplicate({
            name: name.trim(),
            duplicate_sub_sequence: subsequences,
            duplicate_client_label: client,
            with_unfinished_leads: leads,
          }),
        );
      }}
    >
      <Field
        label="Name of the copy"
        hint="Settings, schedule, sequence and mailboxes are copied; the copy is a draft."
      >
        <TextInput value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Checkbox
        label="Leads that were not finished"
        hint="They start again at step 1."
        checked={leads}
        onCheckedChange={setLeads}
      />
      <Checkbox label="Subsequences" checked={subsequences} onCheckedChange={setSubsequences} />
      {campaign.client && (
        <Checkbox label={`Client ${campaign.client.name}`} checked={client} onCheckedChange={setClient} />
      )}
    </FormDialog>
  );
}
