import { useState } from 'react';
import type { MailboxSelection } from '@skein/contracts/main/mailbox-changes.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { counted } from '@skein/ui/counted';
import { Drawer } from '@skein/ui/drawer';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { RadioGroup } from '@skein/ui/radio-group';
import { emptyChange, toChange } from './change-form';
import { ChangeFields } from './change-fields';
import { ChangePreview } from './change-preview';
import { changesAddress } from './change-labels';
import { useChangePreview, useStartChange } from './changes.hooks';

/** Changes anything of the selected mailboxes at once. */
export function ChangeDrawer({
  selection,
  onStarted,
  onClose,
}: {
  selection: MailboxSelection;
  onStarted: () => void;
  onClose: () => void;
}) {
  const mayDelete = useAccess().may('mailbox.delete');
  const [form, setForm] = useState(emptyChange);
  const { change, problem } = toChange(form);
  const { preview, isLoading, problem: refusal } = useChangePreview(selection, change);
  const start = useStartChange(onStarted);
  const count = preview?.will_change ?? 0;
  return (
    <Drawer
      open
      onOpenChange={onClose}
      width={520}
      title="Change mailboxes"
      footer={
        <Row $gap={2} $justify="end">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={form.isDeletion ? 'danger' : 'primary'}
            loading={start.isLoading}
            onClick={() => {
              if (change) start.begin(selection, change);
            }}
            {...(change && preview && count > 0
              ? {}
              : {
                  disabledReason:
                    problem ??
                    (change
                      ? preview
                        ? 'No mailbox would change'
                        : 'Counting the mailboxes'
                      : 'Choose what to change'),
                })}
          >
            {form.isDeletion ? 'Delete' : 'Change'} {count === 0 ? 'mailboxes' : counted(count, 'mailbox', 'mailboxes')}
          </Button>
        </Row>
      }
    >
      <Stack $gap={4}>
        {mayDelete && (
          <RadioGroup
            direction="row"
            aria-label="What to do"
            value={form.isDeletion ? 'delete' : 'change'}
            onValueChange={(value) => setForm({ ...form, isDeletion: value === 'delete' })}
            options={[
              { value: 'change', label: 'Change settings' },
              { value: 'delete', label: 'Delete mailboxes' },
            ]}
          />
        )}
        {!form.isDeletion && <ChangeFields form={form} onChange={setForm} />}
        {problem && (
          <Callout tone="warning" role="status">
            {problem}
          </Callout>
        )}
        {!problem && (
          <ChangePreview preview={preview} isLoading={isLoading} problem={refusal} isDeletion={form.isDeletion} />
        )}
        {start.problem && (
          <Callout tone="danger" role="alert">
            {start.problem}
          </Callout>
        )}
        {!form.isDeletion && (
          <p>
            A change can be undone for 7 days under <Link href={changesAddress}>Recent changes</Link>. Each mailbox gets
            its own earlier values back.
          </p>
        )}
      </Stack>
    </Drawer>
  );
}
