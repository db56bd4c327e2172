import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LeadView } from '@skein/contracts/main/leads.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Loading } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { FormDialog } from '../form-dialog';
import { TagField } from '../leads/tag-field';
import { useEraseLead, useMergeLead, useTagLead } from './lead-record.hooks';

/** Takes another lead into this one. */
export function MergeDialog({ lead, onClose }: { lead: LeadView; onClose: () => void }) {
  const { findOthers, merge } = useMergeLead(lead.id);
  const [other, setOther] = useState<ComboboxOption | null>(null);
  const options = async (text: string) =>
    (await findOthers(text)).map((row) => ({
      value: String(row.id),
      label: row.email,
      detail: [row.first_name, row.last_name].filter(Boolean).join(' '),
    }));
  return (
    <FormDialog
      title={`Merge into ${lead.email}`}
      submitLabel="Merge"
      onClose={onClose}
      {...(other ? {} : { disabledReason: 'Choose the other lead first' })}
      onSubmit={async () => {
        await merge(Number(other?.value));
        toasts.show({ title: `${other?.label} is part of ${lead.email} now` });
      }}
    >
      <Field
        label="The other lead"
        hint="Its campaigns, emails, notes, tasks, lists and tags move here, and empty fields are filled from it. Its address becomes another address of this lead. This can’t be undone."
      >
        <Combobox
          options={options}
          value={other}
          onValueChange={setOther}
          placeholder="Search by address or name"
          searchPlaceholder="Address, name or company"
        />
      </Field>
    </FormDialog>
  );
}

/** Erases a person, after saying in numbers what goes. */
export function EraseDialog({ lead, onClose }: { lead: LeadView; onClose: () => void }) {
  const navigate = useNavigate();
  const { effects, problem, erase } = useEraseLead(lead.id);
  if (!effects)
    return (
      <Dialog open onOpenChange={onClose} title="Erase this person" footer={<Button onClick={onClose}>Close</Button>}>
        {problem ? (
          <Callout tone="danger" role="alert">
            {problem.message}
          </Callout>
        ) : (
          <Loading label="Counting what would be removed" />
        )}
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Erase this person"
      confirmLabel="Erase permanently"
      typedText={lead.email}
      description={`${counted(effects.messages, 'email')}, ${counted(effects.notes, 'note')}, ${counted(effects.tasks, 'task')} and every field are deleted. The lead is removed from ${counted(effects.campaigns, 'campaign')} and ${counted(effects.lists, 'list')}. Figures stay without the name. A hash of the address stays on the block list to keep it from being imported again. This can’t be undone.`}
      onConfirm={async () => {
        await erase();
        toasts.show({ title: 'Erased' });
        void navigate('/leads/all');
      }}
    />
  );
}

/** The tags of one lead. */
export function LeadTagsDialog({ lead, onClose }: { lead: LeadView; onClose: () => void }) {
  const save = useTagLead(lead);
  const [tags, setTags] = useState<readonly ComboboxOption[]>(
    lead.tags.map((tag) => ({ value: String(tag.id), label: tag.name })),
  );
  const ids = tags.map((tag) => Number(tag.value));
  return (
    <FormDialog
      title="Tags"
      submitLabel="Save tags"
      onClose={onClose}
      onSubmit={async () => {
        await save(ids);
      }}
    >
      <TagField label="Tags of the lead" value={tags} onChange={setTags} canMake />
    </FormDialog>
  );
}
