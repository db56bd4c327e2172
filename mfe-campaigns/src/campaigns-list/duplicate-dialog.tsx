import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import { Checkbox } from '@skein/ui/checkbox';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { editAddress, inArea } from '../campaign-address';
import { useDuplicateCampaign } from './campaigns.hooks';
import { FormDialog } from '../form-dialog';

/** Copies one campaign, with what a person wants to take along, and leads to the copy. */
export function DuplicateDialog({
  campaign,
  onClose,
  onDone,
}: {
  campaign: Pick<CampaignRow, 'id' | 'name' | 'client' | 'parent_campaign_id'>;
  onClose: () => void;
  onDone?: () => void;
}) {
  const duplicate = useDuplicateCampaign(campaign.id);
  const navigate = useNavigate();
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
        const copy = await duplicate({
          name: name.trim(),
          duplicate_sub_sequence: subsequences,
          duplicate_client_label: client,
          with_unfinished_leads: leads,
        });
        onDone?.();
        const address = editAddress({ id: copy.id, parent_campaign_id: campaign.parent_campaign_id }, 'lead-condition');
        toasts.show({
          title: `${copy.name} was created as a draft`,
          action: { label: 'Open', run: () => navigate(inArea(address)) },
        });
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
