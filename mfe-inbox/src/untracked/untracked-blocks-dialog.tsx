import { useState } from 'react';
import { untrackedBlockLimits } from '@skein/contracts/untracked-replies/untracked-blocks.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field, Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { TextArea } from '@skein/ui/text-area';
import { linesOf, listLabels, useUntrackedBlocks, type Lists } from './untracked-blocks.hooks';

const fields: readonly { list: keyof Lists; hint: string; placeholder: string }[] = [
  { list: 'emails', hint: 'One per line.', placeholder: 'news@vendor.com' },
  { list: 'domains', hint: 'One per line, subdomains included.', placeholder: 'vendor.com' },
  { list: 'subjects', hint: 'One per line.', placeholder: 'your invoice' },
  {
    list: 'keywords',
    hint: 'One per line.',
    placeholder: 'unsubscribe from this newsletter',
  },
];

/** Lists that set untracked replies aside. What they would do now is shown before it is saved. */
export function UntrackedBlocksDialog({ onClose }: { onClose: () => void }) {
  const { lists, problem, preview, isChecking, check, save, isSaving } = useUntrackedBlocks();
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Block lists for untracked replies"
      description="Matching emails go straight to Ignored. Requests to unsubscribe always count."
    >
      {problem && (
        <Callout tone="danger" role="alert" style={{ marginBottom: 'var(--s-4)' }}>
          {problem}
        </Callout>
      )}
      {!lists && !problem && <Loading label="Loading the lists" />}
      {lists && (
        <ListsForm
          start={lists}
          preview={preview}
          isChecking={isChecking}
          isSaving={isSaving}
          onCheck={check}
          onSave={async (next) => {
            if (await save(next)) onClose();
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

interface ListsFormProps {
  start: Lists;
  preview: ReturnType<typeof useUntrackedBlocks>['preview'];
  isChecking: boolean;
  isSaving: boolean;
  onCheck: (lists: Lists) => Promise<void>;
  onSave: (lists: Lists) => Promise<void>;
  onCancel: () => void;
}

function ListsForm({ start, preview, isChecking, isSaving, onCheck, onSave, onCancel }: ListsFormProps) {
  const [texts, setTexts] = useState<Record<keyof Lists, string>>({
    emails: start.emails.join('\n'),
    domains: start.domains.join('\n'),
    subjects: start.subjects.join('\n'),
    keywords: start.keywords.join('\n'),
  });
  const [checked, setChecked] = useState<string | null>(null);
  const lists: Lists = {
    emails: linesOf(texts.emails),
    domains: linesOf(texts.domains),
    subjects: linesOf(texts.subjects),
    keywords: linesOf(texts.keywords),
  };
  const key = JSON.stringify(lists);
  const isChecked = checked === key && preview !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isChecked) void onSave(lists);
        else void onCheck(lists).then(() => setChecked(key));
      }}
    >
      <Stack $gap={4}>
        {fields.map(({ list, hint, placeholder }) => (
          <Field
            key={list}
            label={listLabels[list]}
            hint={`${hint} ${lists[list].length} of ${untrackedBlockLimits[list]}.`}
            error={
              lists[list].length > untrackedBlockLimits[list]
                ? `${listLabels[list]} takes at most ${untrackedBlockLimits[list]} entries.`
                : undefined
            }
          >
            <TextArea
              autoGrow
              rows={2}
              maxRows={8}
              value={texts[list]}
              placeholder={placeholder}
              onChange={(event) => setTexts({ ...texts, [list]: event.target.value })}
            />
          </Field>
        ))}
        {isChecked && (
          <Callout tone={preview.count > 0 ? 'warning' : 'info'} role="status" title={effectOf(preview.count)}>
            {preview.samples.map((sample) => (
              <Text key={`${sample.at} ${sample.from_email}`} as="span" style={{ display: 'block' }} $truncate>
                {sample.from_email}: {sample.subject || 'no subject'} (by “{sample.entry}”)
              </Text>
            ))}
          </Callout>
        )}
        <Stack $gap={2} style={{ flexDirection: 'row', justifyContent: 'flex-end', alignItems: 'center' }}>
          {!isChecked && <Hint style={{ marginRight: 'auto' }}>You see what changes before anything is saved.</Hint>}
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" loading={isChecking || isSaving}>
            {isChecked ? 'Save lists' : 'Show effect'}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}

function effectOf(count: number): string {
  if (count === 0) return 'None of the open replies falls under these lists.';
  return `${count.toLocaleString('en-US')} open ${count === 1 ? 'reply' : 'replies'} will be ignored.`;
}
