import { useState } from 'react';
import { CodeBlock } from '../code-block';
import { Field } from '../field';
import { IconButton } from '../icon-button';
import { RichTextEditor } from '../rich-text-editor';
import type { TemplateVariable } from '../rich-text-editor';
import { Cell, Group, Specimen } from './specimen';

const variables: readonly TemplateVariable[] = [
  { key: 'first_name', label: 'First name' },
  { key: 'company_name', label: 'Company' },
  { key: 'warehouse_city', label: 'Warehouse city', group: 'Your fields', emptyCount: 38 },
];
const letter = `<p>{Hi|Hello} {{first_name | default: "there"}},</p>
<p>{{company_name | default: "Your team"}} runs docks in {{warehouse_city}}, and most sites that size {lose|give up} <b>30 to 50 minutes</b> per truck between gate and door.</p>
<table><tr><td>Kept as it is</td></tr></table>
<ul><li>We map that gap from your own <a href="https://example.com/logs?e={{email}}">gate logs</a>.</li><li>Brandt Foods found <i>41 minutes</i>.</li></ul>
<p>{% if warehouse_city %}See you in {{warehouse_city}}?{% endif %}</p>
<p>%signature%</p>`;

/** The template editor with what it stores. */
export function EditorsGallery() {
  const [subject, setSubject] = useState('{Dock delays|Yard time} at {{company_name | default: "your site"}}');
  const [body, setBody] = useState(letter);
  const [reply, setReply] = useState('');
  return (
    <Group title="Template editor">
      <Specimen
        name="RichTextEditor"
        keys="type {{ }}, { | } or % %; arrow onto a chip and press Enter to edit it"
        flush
      >
        <div
          style={{
            display: 'grid',
            gap: 16,
            padding: 16,
            width: '100%',
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(440px, 100%), 1fr))',
          }}
        >
          <div style={{ display: 'grid', gap: 12, alignContent: 'start' }}>
            <Field label="Subject">
              <RichTextEditor format="line" value={subject} onValueChange={setSubject} variables={variables} />
            </Field>
            <Field label="Body">
              <RichTextEditor
                value={body}
                onValueChange={setBody}
                variables={variables}
                toolbarEnd={<IconButton icon="attach" label="Attach" />}
              />
            </Field>
          </div>
          <CodeBlock label="Stored template" wrap code={`${subject}\n\n${body}`} />
        </div>
      </Specimen>
      <Specimen name="Reply">
        <Cell $width={520}>
          <RichTextEditor
            label="Reply"
            toolbar="plain"
            minHeight={96}
            value={reply}
            onValueChange={setReply}
            placeholder="Write a reply"
          />
        </Cell>
      </Specimen>
    </Group>
  );
}
