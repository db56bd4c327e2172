import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { RadioGroup } from '@skein/ui/radio-group';
import { WorkStrip } from '../../leads/work-strip';
import { useListSearch } from './from-list.hooks';

const ways = [
  { value: 'copy', label: 'Copy', hint: 'They stay in the list too.' },
  { value: 'move', label: 'Move', hint: 'Imported leads are removed from the list.' },
] as const;

/** Brings the leads of a list into the campaign, by the campaign's own rules. */
export function FromList({ campaignId }: { campaignId: number }) {
  const { work, chosen, setChosen, way, setWay, busy, setBusy, problem, setProblem, options } = useListSearch();
  const begin = async () => {
    const listId = Number(chosen?.value);
    setBusy(true);
    setProblem(null);
    try {
      await work(
        { filter: { list_id: listId }, excluded_ids: [] },
        { kind: 'PUSH_TO_CAMPAIGN', campaign_id: campaignId, ...(way === 'move' ? { from_list_id: listId } : {}) },
      );
      setChosen(null);
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack $gap={3}>
      <Field
        label="Lead list"
        hint={
          <>
            Create lists in <Link href="/app/leads/lists">Leads, Lists</Link>.
          </>
        }
      >
        <Combobox
          options={options}
          value={chosen}
          onValueChange={setChosen}
          placeholder="Choose a list"
          searchPlaceholder="Search lists"
        />
      </Field>
      <Field label="Copy or move">
        <RadioGroup direction="row" value={way} onValueChange={setWay} options={ways} />
      </Field>
      {problem && (
        <Callout tone="danger" role="alert" title="No leads were added.">
          {problem}
        </Callout>
      )}
      <Row>
        <Button
          variant="primary"
          loading={busy}
          onClick={() => void begin()}
          {...(chosen ? {} : { disabledReason: 'Choose a list first' })}
        >
          Add leads
        </Button>
      </Row>
      <WorkStrip />
    </Stack>
  );
}
