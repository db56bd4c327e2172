import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { TextArea } from '@skein/ui/text-area';
import { InstantText } from '@skein/ui/instant-text';
import { useLeadNotes } from './lead-record.hooks';

/** Notes of people on a lead. What is typed stays until it is saved. */
export function LeadNotes({ leadId }: { leadId: number }) {
  const access = useAccess();
  const { notes, problem, retry, isSaving, add } = useLeadNotes(leadId);
  const [text, setText] = useState('');
  const save = async () => {
    if (isSaving || text.trim() === '') return;
    if (await add(text.trim())) setText('');
  };
  return (
    <Card title="Notes" detail={notes?.length} padded={false}>
      <CardBody>
        <Stack $gap={3}>
          {access.may('lead.write') && (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                void save();
              }}
            >
              <Stack $gap={2}>
                <Field label="New note">
                  <TextArea
                    rows={2}
                    autoGrow
                    maxLength={10_000}
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                  />
                </Field>
                <div>
                  <Button
                    type="submit"
                    size="small"
                    loading={isSaving}
                    {...(text.trim() === '' ? { disabledReason: 'Write something first' } : {})}
                  >
                    Save note
                  </Button>
                </div>
              </Stack>
            </form>
          )}
          {problem && (
            <Callout
              tone="danger"
              role="alert"
              title="The notes could not be loaded."
              actions={
                <Button size="small" onClick={() => retry()}>
                  Try again
                </Button>
              }
            >
              {problem.message}
            </Callout>
          )}
          {!notes && !problem && <Loading label="Reading the notes" />}
          {notes?.map((note) => (
            <div key={note.id}>
              <div style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.note_message}</div>
              <SubLine>
                {note.created_by_name ? `${note.created_by_name}, ` : ''}
                <InstantText at={note.created_at} />
              </SubLine>
            </div>
          ))}
          {notes?.length === 0 && <Text $tone="muted">No notes yet.</Text>}
        </Stack>
      </CardBody>
    </Card>
  );
}
