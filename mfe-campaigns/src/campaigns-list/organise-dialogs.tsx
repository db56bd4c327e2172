import { useMemo, useState, type ReactNode } from 'react';
import type { CampaignRow } from '@skein/contracts/main/campaigns.contract';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { inParts } from '@skein/mfe/lists/selection-ids';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import {
  useCreateFolderMutation,
  useDuplicateCampaignMutation,
  useListCampaignTagsQuery,
  useListFoldersQuery,
  useSaveCampaignTagMutation,
  useTagCampaignsMutation,
} from './api';
import { bulkSize } from './use-selection-ids';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  onClose: () => void;
  onSubmit: () => Promise<void>;
  disabledReason?: string;
  children: ReactNode;
}

/** A short form over the page: stays open and says why when it fails. */
export function FormDialog({ title, submitLabel, onClose, onSubmit, disabledReason, children }: FormDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    if (busy || disabledReason) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit();
      onClose();
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={title}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={busy}
            onClick={() => void submit()}
            {...(disabledReason ? { disabledReason } : {})}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        <Stack $gap={4}>
          {children}
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

const noFolder: ComboboxOption = { value: '0', label: 'No folder' };

/** Moves campaigns to a folder, an existing or a new one, or out of all. */
export function MoveDialog({
  count,
  onClose,
  onMove,
}: {
  count: number;
  onClose: () => void;
  onMove: (folder: { id: number; name: string } | null) => Promise<void>;
}) {
  const { data } = useListFoldersQuery();
  const [createFolder] = useCreateFolderMutation();
  const sorts = useAccess().may('shared.write');
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const options = useMemo(
    () => [
      noFolder,
      ...(data?.folders ?? []).map((folder) => ({
        value: String(folder.id),
        label: folder.name,
        detail: counted(folder.campaign_count, 'campaign'),
      })),
    ],
    [data],
  );
  return (
    <FormDialog
      title={`Move ${counted(count, 'campaign')}`}
      submitLabel="Move"
      onClose={onClose}
      {...(chosen ? {} : { disabledReason: 'Choose a folder first' })}
      onSubmit={async () => {
        if (chosen) await onMove(chosen.value === '0' ? null : { id: Number(chosen.value), name: chosen.label });
      }}
    >
      <Field label="Folder" {...(sorts ? { hint: 'Type a new name to make a folder.' } : {})}>
        <Combobox
          options={options}
          value={chosen}
          onValueChange={setChosen}
          placeholder="Choose a folder"
          searchPlaceholder={sorts ? 'Search or name a new folder' : 'Search folders'}
          {...(sorts
            ? {
                onCreate: (name: string) =>
                  void createFolder({ body: { name } })
                    .unwrap()
                    .then(
                      (folder) => setChosen({ value: String(folder.id), label: folder.name }),
                      (error: unknown) => showProblem('The folder was not made', error),
                    ),
              }
            : {})}
        />
      </Field>
    </FormDialog>
  );
}

/** Adds and removes tags; new ones are made from what is typed. */
export function TagDialog({
  ids,
  rows,
  onClose,
  onTagged,
}: {
  ids: number[];
  rows: readonly CampaignRow[];
  onClose: () => void;
  onTagged: () => void;
}) {
  const { data } = useListCampaignTagsQuery();
  const [saveTag] = useSaveCampaignTagMutation();
  const sorts = useAccess().may('shared.write');
  const [tag] = useTagCampaignsMutation();
  const present = useMemo(
    () => [...new Map(rows.flatMap((row) => row.tags).map((entry) => [entry.id, entry])).values()],
    [rows],
  );
  const [added, setAdded] = useState<readonly ComboboxOption[]>([]);
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const options = (data?.tags ?? []).map((entry) => ({
    value: String(entry.id),
    label: entry.name,
    detail: counted(entry.campaign_count, 'campaign'),
  }));
  return (
    <FormDialog
      title={`Tag ${counted(ids.length, 'campaign')}`}
      submitLabel="Save tags"
      onClose={onClose}
      {...(added.length + removed.length > 0 ? {} : { disabledReason: 'Choose a tag to add or remove' })}
      onSubmit={async () => {
        for (const part of inParts(ids, bulkSize))
          await tag({
            body: {
              campaign_ids: part,
              add_tag_ids: added.map((option) => Number(option.value)),
              remove_tag_ids: [...removed],
            },
          }).unwrap();
        toasts.show({ title: `Tags of ${counted(ids.length, 'campaign')} saved` });
        onTagged();
      }}
    >
      <Field label="Add" {...(sorts ? { hint: 'Type a new name to make a tag.' } : {})}>
        <Combobox
          multiple
          options={options}
          value={added}
          onValueChange={setAdded}
          placeholder="Choose tags"
          searchPlaceholder={sorts ? 'Search or name a new tag' : 'Search tags'}
          {...(sorts
            ? {
                onCreate: (name: string) =>
                  void saveTag({ body: { name } })
                    .unwrap()
                    .then(
                      (made) => setAdded((before) => [...before, { value: String(made.id), label: made.name }]),
                      (error: unknown) => showProblem('The tag was not made', error),
                    ),
              }
            : {})}
        />
      </Field>
      {present.length > 0 && (
        <fieldset style={{ border: 0, padding: 0, display: 'grid', gap: 'var(--s-2)' }}>
          <legend style={{ fontSize: 'var(--fs-2)', marginBottom: 'var(--s-2)' }}>Remove</legend>
          {present.map((entry) => (
            <Checkbox
              key={entry.id}
              label={entry.name}
              checked={removed.includes(entry.id)}
              onCheckedChange={(on) =>
                setRemoved(on ? [...removed, entry.id] : removed.filter((id) => id !== entry.id))
              }
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

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
  const [duplicate] = useDuplicateCampaignMutation();
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
            params: { campaignId: campaign.id },
            body: {
              name: name.trim(),
              duplicate_sub_sequence: subsequences,
              duplicate_client_label: client,
              with_unfinished_leads: leads,
            },
          }).unwrap(),
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
        hint="They begin again at step 1."
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
