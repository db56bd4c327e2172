import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { TextArea } from '@skein/ui/text-area';
import { InstantText } from '@skein/ui/instant-text';
import { useLeadAddNoteMutation, useLeadNotesQuery } from '../leads/api';

/** Notes of people on a lead. What is typed stays until it is saved. */
export function LeadNotes({ leadId }: { leadId: number }) {
  const access = useAccess();
  const { data, error, refetch } = useLeadNotesQuery({ params: { leadId } });
  const [add, { isLoading }] = useLeadAddNoteMutation();
  const [text, setText] = useState('');
  const save = async () => {
    if (isLoading || text.trim() === '') return;
    try {
      await add({ params: { leadId }, body: { note_message: text.trim() } }).unwrap();
      setText('');
    } catch (error) {
      showProblem('The note was not saved', error);
    }
  };
  return (
    <Card title="Notes" detail={data?.notes.length} padded={false}>
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
                    loading={isLoading}
                    {...(text.trim() === '' ? { disabledReason: 'Write something first' } : {})}
                  >
                    Save note
                  </Button>
                </div>
              </Stack>
            </form>
          )}
          {error && (
            <Callout
              tone="danger"
              role="alert"
              title="The notes could not be read."
              actions={
                <Button size="small" onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            >
              {error.message}
            </Callout>
          )}
          {!data && !error && <Loading label="Reading the notes" />}
          {data?.notes.map((note) => (
            <div key={note.id}>
              <div style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.note_message}</div>
              <SubLine>
                {note.created_by_name ? `${note.created_by_name}, ` : ''}
                <InstantText at={note.created_at} />
              </SubLine>
            </div>
          ))}
          {data && data.notes.length === 0 && <Text $tone="muted">No notes yet.</Text>}
        </Stack>
      </CardBody>
    </Card>
  );
}
