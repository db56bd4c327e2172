import { useRef, useState } from 'react';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { TextArea } from '@skein/ui/text-area';
import { styled } from 'styled-components';
import { nameOfLead } from '../inbox/use-change';
import type { AboutLead } from './about-lead';
import { mentionAt, mentionedIn, suggestionsFor, type Colleague } from './mentions';
import { RecordForm } from './record-form';
import { useNotes } from './use-records';

const People = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-1);
  min-height: 28px;
`;

/** Adds a note. An @ offers colleagues; who is mentioned is notified. */
export function NoteDialog({ row }: AboutLead) {
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const { colleagues, add } = useNotes(row);
  const typed = mentionAt(text, caret);
  const offered = typed ? suggestionsFor(typed.word, colleagues) : [];
  const mentioned = mentionedIn(text, colleagues);
  const insert = ({ name }: Colleague) => {
    if (!typed) return;
    const before = `${text.slice(0, typed.start)}@${name} `;
    setText(before + text.slice(caret));
    setCaret(before.length);
    field.current?.focus();
  };
  const names = colleagues.filter(({ id }) => mentioned.includes(id)).map(({ name }) => name);
  return (
    <RecordForm
      title="Add a note"
      description={`About ${nameOfLead(row)}. Leads never see notes.`}
      confirmLabel="Add note"
      done={names.length > 0 ? `Note added, ${names.join(', ')} notified` : 'Note added'}
      refusal={text.trim() === '' ? 'Write the note first.' : undefined}
      onSubmit={() => add(text, mentioned)}
      changeKey={({ id }) => `note-${id}`}
    >
      <Field label="Note" {...(colleagues.length > 0 ? { hint: 'Type @ to mention a colleague' } : {})}>
        <TextArea
          autoGrow
          rows={4}
          maxLength={5000}
          ref={field}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setCaret(event.target.selectionStart);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={(event) => {
            if (event.key !== 'Tab' || event.shiftKey || !offered[0]) return;
            event.preventDefault();
            insert(offered[0]);
          }}
        />
      </Field>
      {offered.length > 0 && (
        <People role="group" aria-label="Colleagues to mention">
          {offered.map((person) => (
            <Button key={person.id} size="small" onClick={() => insert(person)}>
              {person.name}
            </Button>
          ))}
        </People>
      )}
    </RecordForm>
  );
}
