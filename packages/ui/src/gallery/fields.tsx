import { useState } from 'react';
import { Checkbox } from '../checkbox';
import { Combobox } from '../combobox';
import type { ComboboxOption } from '../combobox';
import { DateRange } from '../date-range';
import type { DateRangeValue } from '../date-range';
import { Field } from '../field';
import { FileDrop } from '../file-drop';
import { NumberInput } from '../number-input';
import { PasswordInput } from '../password-input';
import { RadioGroup } from '../radio-group';
import { Select } from '../select';
import { Slider } from '../slider';
import { Switch } from '../switch';
import { TextArea } from '../text-area';
import { SearchInput, TextInput } from '../text-input';
import { Cell, Group, Specimen } from './specimen';

const mailboxes: readonly ComboboxOption[] = [
  'rosa@trynorthlight.com',
  'dan@getnorthlight.io',
  'lena@northlight-team.com',
  'amir@trynorthlight.com',
  'eva@getnorthlight.io',
].map((address, index) => ({
  value: String(index),
  label: address,
  detail: index === 3 ? 'Cannot send, password refused' : `${30 - index * 4} of 50 left today`,
  ...(index === 3 ? { disabled: true } : {}),
}));
const countries: readonly ComboboxOption[] = [
  'Austria',
  'Belgium',
  'Canada',
  'Denmark',
  'Estonia',
  'Finland',
  'Germany',
  'Ireland',
  'Netherlands',
  'Norway',
  'Sweden',
  'United Kingdom',
  'United States',
].map((label) => ({ value: label, label }));

/** Waits a little, as a server would. */
function findCountries(query: string): Promise<readonly ComboboxOption[]> {
  return new Promise((resolve) => {
    setTimeout(
      () => resolve(countries.filter((country) => country.label.toLowerCase().includes(query.toLowerCase()))),
      250,
    );
  });
}

function TextSpecimens() {
  const [search, setSearch] = useState('freight');
  const [text, setText] = useState('');
  const [cap, setCap] = useState<number | null>(50);
  return (
    <>
      <Specimen name="Field and TextInput" keys="the label focuses, hint and error are read with it">
        <Cell>
          <Field label="Campaign name" hint="Only your team sees it." required>
            <TextInput defaultValue="Q4 logistics directors" />
          </Field>
        </Cell>
        <Cell>
          <Field label="Sender name" error="A name is needed" required>
            <TextInput value={text} onChange={(event) => setText(event.target.value)} placeholder="Rosa Kessler" />
          </Field>
        </Cell>
        <Cell>
          <Field label="Domain" optional>
            <TextInput prefix="https://" suffix=".com" defaultValue="trynorthlight" />
          </Field>
        </Cell>
        <Cell>
          <Field label="Account id" disabled hint="Given by the provider.">
            <TextInput defaultValue="0031U00001kQz" />
          </Field>
        </Cell>
        <Cell>
          <SearchInput
            aria-label="Filter by name or tag"
            placeholder="Filter by name or tag"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onClear={() => setSearch('')}
            size="small"
          />
        </Cell>
        <Cell>
          <Field label="Password" aside="At least 10 characters">
            <PasswordInput defaultValue="correct horse" />
          </Field>
        </Cell>
        <Cell $width={160}>
          <Field label="Emails per day">
            <NumberInput value={cap} onValueChange={setCap} min={1} max={2000} unit="a day" />
          </Field>
        </Cell>
        <Cell>
          <Field label="Note">
            <TextArea autoGrow defaultValue="Asked for the two-page summary. Night shift in Joliet." />
          </Field>
        </Cell>
      </Specimen>
    </>
  );
}

function ChoiceSpecimens() {
  const [checked, setChecked] = useState(true);
  const [on, setOn] = useState(true);
  const [off, setOff] = useState(false);
  const [plan, setPlan] = useState<'stop' | 'go'>('stop');
  const [split, setSplit] = useState<'share' | 'equal'>('share');
  const [share, setShare] = useState(80);
  return (
    <>
      <Specimen name="Checkbox, Switch, RadioGroup" keys="Space turns, arrow keys choose">
        <Checkbox
          label="Track opens"
          hint="Adds an image of one pixel."
          checked={checked}
          onCheckedChange={setChecked}
        />
        <Checkbox label="Some of them" checked="mixed" />
        <Checkbox label="Not in this plan" disabled />
        <Switch label="Count out-of-office" checked={off} onCheckedChange={setOff} />
        <Switch label="Stop on reply" hint="For the whole company" checked={on} onCheckedChange={setOn} />
        <Cell>
          <Field label="Split">
            <RadioGroup
              value={split}
              onValueChange={setSplit}
              options={[
                { value: 'share', label: 'By share', hint: 'As set for each variant' },
                { value: 'equal', label: 'Equally' },
              ]}
            />
          </Field>
        </Cell>
        <Cell $width={420}>
          <RadioGroup
            aria-label="When a lead replies"
            cards
            direction="row"
            value={plan}
            onValueChange={setPlan}
            options={[
              { value: 'stop', label: 'Stop the lead', hint: 'No further step leaves.' },
              { value: 'go', label: 'Continue', hint: 'Steps leave as planned.' },
            ]}
          />
        </Cell>
      </Specimen>
      <Specimen name="Slider" keys="arrow keys step, Page keys ten times">
        <Cell $width={220}>
          <Field label="For follow-ups" aside={`${share}%`}>
            <Slider
              value={share}
              onValueChange={setShare}
              step={5}
              valueText={(value) => `${value} percent`}
              ends={['0%', '100%']}
            />
          </Field>
        </Cell>
      </Specimen>
    </>
  );
}

function PickerSpecimens() {
  const [becomes, setBecomes] = useState<'email' | 'first' | 'leave' | null>('email');
  const [mailbox, setMailbox] = useState<ComboboxOption | null>(mailboxes[0] ?? null);
  const [tags, setTags] = useState<readonly ComboboxOption[]>([
    { value: 'Canada', label: 'Canada' },
    { value: 'Norway', label: 'Norway' },
  ]);
  const [period, setPeriod] = useState<DateRangeValue | null>({ from: '2026-11-02', to: '2026-11-19' });
  const [file, setFile] = useState<string | null>(null);
  return (
    <>
      <Specimen name="Select and Combobox" keys="arrow keys move, letters search, Enter takes, Escape closes">
        <Cell $width={220}>
          <Field label="Becomes">
            <Select
              value={becomes}
              onValueChange={setBecomes}
              options={[
                { value: 'email', label: 'Email' },
                { value: 'first', label: 'First name' },
                { value: 'leave', label: 'Leave out', detail: 'The column is not imported', group: 'Other' },
              ]}
            />
          </Field>
        </Cell>
        <Cell $width={260}>
          <Field label="Mailbox">
            <Combobox value={mailbox} onValueChange={setMailbox} options={mailboxes} clearable />
          </Field>
        </Cell>
        <Cell $width={300}>
          <Field label="Countries" hint="Found by the server as you type.">
            <Combobox
              multiple
              value={tags}
              onValueChange={setTags}
              options={findCountries}
              placeholder="Any country"
              onCreate={(label) => setTags([...tags, { value: label, label }])}
            />
          </Field>
        </Cell>
      </Specimen>
      <Specimen name="DateRange" keys="type days, or arrow keys in the calendar">
        <DateRange
          value={period}
          onValueChange={setPeriod}
          timeZone="America/New_York"
          now={() => new Date('2026-11-19T15:00:00Z')}
        />
      </Specimen>
      <Specimen name="FileDrop" keys="drop, paste, or choose">
        <Cell $width={480}>
          <FileDrop
            title={file ?? 'Drop a CSV file'}
            hint="Up to 20 MB. The first line names the columns; encoding and delimiter are detected."
            accept={['.csv', '.tsv', '.txt']}
            maxBytes={20 * 1024 * 1024}
            onFiles={([first]) => setFile(first?.name ?? null)}
          />
        </Cell>
      </Specimen>
    </>
  );
}

/** Everything that is typed into or chosen from. */
export function FieldsGallery() {
  return (
    <Group title="Fields">
      <TextSpecimens />
      <ChoiceSpecimens />
      <PickerSpecimens />
    </Group>
  );
}
