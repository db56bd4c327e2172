import { Stack, Row } from '@skein/ui/layout';
import { Field } from '@skein/ui/field';
import { TextArea } from '@skein/ui/text-area';
import { Button } from '@skein/ui/button';

interface PasteRowsProps {
  text: string;
  setText: (next: string) => void;
  sending: string | null;
  send: (content: Blob, name: string) => Promise<void>;
  lines: number;
}

/** Rows that are pasted from a sheet. */
export function PasteRows({ text, setText, sending, send, lines }: PasteRowsProps) {
  return (
    <Stack $gap={3}>
      <Field
        label="Rows"
        hint="Copy them from a spreadsheet, with the header row: email, first name, company and so on."
      >
        <TextArea
          mono
          rows={10}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          placeholder={'email\tfirst_name\tcompany_name\njose@corridorcold.com\tJosé\tCorridor Cold Storage'}
        />
      </Field>
      <Row>
        <Button
          variant="primary"
          loading={sending !== null}
          onClick={() => void send(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'pasted-rows.csv')}
          {...(lines === 0 ? { disabledReason: 'Paste some rows first' } : {})}
        >
          Preview {lines > 0 ? `${lines.toLocaleString('en-US')} ${lines === 1 ? 'line' : 'lines'}` : 'the rows'}
        </Button>
      </Row>
    </Stack>
  );
}
