import { useState } from 'react';
import { Field } from '@skein/ui/field';
import { Link } from '@skein/ui/link';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { Text } from '@skein/ui/text';
import { useInboxPushMutation, useInboxSubsequencesQuery } from '../api';
import { nameOfLead } from '../inbox/use-change';
import type { AboutLead } from './about-lead';
import { RecordForm } from './record-form';

const unsendable = new Set(['ARCHIVED', 'COMPLETED', 'STOPPED']);

/** Pushes the lead into a subsequence of its campaign, now or after some days. */
export function SubsequenceDialog({ row }: AboutLead) {
  const { data, error } = useInboxSubsequencesQuery({ params: { campaignId: row.campaign.id } });
  const subsequences = data?.rows.filter(({ status }) => !unsendable.has(status)) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [days, setDays] = useState<number | null>(null);
  const [push] = useInboxPushMutation();
  const picked = subsequences.find(({ id }) => String(id) === chosen) ?? subsequences[0];
  const delay = days ?? Math.round((picked?.rule.delay_seconds ?? 0) / 86_400);
  const name = nameOfLead(row);
  return (
    <RecordForm
      title="Move to subsequence"
      {...(picked ? { description: `${name} gets its steps instead of the rest of ${row.campaign.name}.` } : {})}
      confirmLabel="Move lead"
      done={picked ? `${name} moved to ${picked.name}` : ''}
      refusal={!picked ? 'This campaign has no subsequence to move the lead to.' : undefined}
      onSubmit={async () => {
        if (!picked) return;
        const { changed, reasons } = await push({
          params: { subsequenceId: picked.id },
          body: { selection: { enrolment_ids: [row.enrolment_id] }, delay_seconds: delay * 86_400 },
        }).unwrap();
        if (changed === 0) throw new Error(`${name} wasn’t moved. ${reasons[0]?.reason ?? 'Reload the conversation'}.`);
      }}
    >
      {!data && !error && (
        <Loading label="Loading the subsequences">
          <SkeletonLines lines={2} />
        </Loading>
      )}
      {error && !data && <Text $tone="danger">{error.message}</Text>}
      {data && subsequences.length === 0 && (
        <Text>
          {row.campaign.name} has no subsequence yet.{' '}
          <Link href={`/app/campaign/${row.campaign.id}/new-subsequence`}>Create subsequence</Link>
        </Text>
      )}
      {picked && (
        <>
          <Field label="Subsequence">
            <Select
              value={String(picked.id)}
              onValueChange={(id) => {
                setChosen(id);
                setDays(null);
              }}
              options={subsequences.map(({ id, name: label, status }) => ({
                value: String(id),
                label: status === 'ACTIVE' ? label : `${label} (not running)`,
              }))}
            />
          </Field>
          <Field label="Delay before the first step">
            <NumberInput
              value={delay}
              min={0}
              max={365}
              unit={delay === 1 ? 'day' : 'days'}
              onValueChange={(next) => setDays(next ?? 0)}
            />
          </Field>
        </>
      )}
    </RecordForm>
  );
}
