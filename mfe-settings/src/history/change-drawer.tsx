import { styled } from 'styled-components';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { deviceName } from '@skein/mfe/device-name';
import { ChangeValues } from './change-values';
import { changeTitle, effectTexts, fieldLabel, sourceName, valueText, whoName } from './history-labels';
import { useChangeEntry, useUndo } from './history.hooks';

const Heading = styled.h3`
  margin: var(--s-2) 0 6px;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  font-weight: var(--w-bold);
`;
const Facts = styled.dl`
  display: grid;
  grid-template-columns: 96px minmax(0, 1fr);
  gap: 6px var(--s-2);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  & dt {
    color: var(--muted);
  }
  & dd {
    overflow-wrap: anywhere;
  }
`;
const List = styled.ul`
  display: grid;
  gap: 6px;
  font-size: var(--fs-2);
  & li {
    display: flex;
    gap: var(--s-2);
    justify-content: space-between;
    min-width: 0;
  }
  & li > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const whyNot = {
  undone: 'This change was undone.',
  'changed-since': 'It was changed again since. Undo the later change first.',
  none: 'This kind of change can’t be undone here.',
};

type Entry = NonNullable<ReturnType<typeof useChangeEntry>['entry']>;

interface PartProps {
  entry: Entry;
  onOpen: (id: string) => void;
}

function EarlierChanges({ entry, onOpen }: PartProps) {
  const { timeZone } = useUi();
  const now = new Date();
  return (
    <section>
      <Heading>Earlier changes of the same fields</Heading>
      <List>
        {entry.earlier.map((each) => (
          <li key={each.id}>
            <LinkButton onClick={() => onOpen(each.id)}>
              {each.changes[0]
                ? `${valueText(each.changes[0].before, 24)} to ${valueText(each.changes[0].after, 24)}`
                : 'Change'}
              , {each.name || 'Skein'}
            </LinkButton>
            <Text $tone="muted">{shortInstant(each.at, now, timeZone)}</Text>
          </li>
        ))}
      </List>
    </section>
  );
}

/** Who made the change, from where, and by which request. */
function Source({ entry, onOpen }: PartProps) {
  return (
    <section>
      <Heading>Source</Heading>
      <Facts>
        <dt>Who</dt>
        <dd>
          {whoName(entry)}
          {entry.person && `, ${entry.person.email}`}
        </dd>
        <dt>Via</dt>
        <dd>
          {sourceName(entry)}
          {entry.user_agent && `, ${deviceName(entry.user_agent)}`}
        </dd>
        {entry.ip && (
          <>
            <dt>IP address</dt>
            <dd>{entry.ip}</dd>
          </>
        )}
        {entry.route && (
          <>
            <dt>Request</dt>
            <dd>
              <Text $mono>{entry.route}</Text>
            </dd>
          </>
        )}
        {entry.request_id && (
          <>
            <dt>Request id</dt>
            <dd>
              <Text $mono>{entry.request_id}</Text>
            </dd>
          </>
        )}
        {entry.undoes && (
          <>
            <dt>Undoes</dt>
            <dd>
              <LinkButton onClick={() => onOpen(entry.undoes as string)}>
                Change {Number(entry.undoes).toLocaleString('en-US')}
              </LinkButton>
            </dd>
          </>
        )}
      </Facts>
    </section>
  );
}

/** One change: before and after, its effect, earlier values, where it came from, and its undo. */
export function ChangeDrawer({
  id,
  onOpen,
  onClose,
}: {
  id: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}) {
  const { timeZone } = useUi();
  const { entry: data, problem } = useChangeEntry(id);
  const { undo, isUndoing } = useUndo();
  const names = Array.isArray(data?.detail['values']) ? (data.detail['values'] as string[]) : [];
  return (
    <Drawer
      open
      onOpenChange={onClose}
      width={440}
      title={`Change ${Number(id).toLocaleString('en-US')}`}
      footer={
        data && (
          <Stack $gap={2}>
            <Hint>
              {data.undo === 'possible'
                ? `Undo puts ${data.objects > 1 ? `all ${data.objects} back` : 'it back'} to what it was before. No one has changed it since.`
                : whyNot[data.undo]}
            </Hint>
            {data.undo === 'possible' && (
              <div>
                <Button
                  variant="primary"
                  icon="undo"
                  loading={isUndoing}
                  onClick={() => void undo(id).then((ok) => ok && onClose())}
                >
                  {data.objects > 1 ? `Undo for ${data.objects}` : 'Undo this change'}
                </Button>
              </div>
            )}
          </Stack>
        )
      }
    >
      {problem !== null && (
        <Callout tone="danger" role="alert" title="This change could not be loaded.">
          {problem}
        </Callout>
      )}
      {!data && problem === null && <Loading label="Loading the change" />}
      {data && (
        <Stack $gap={2}>
          <div>
            <b>{changeTitle(data)}</b>
            <Hint>
              {data.object.label || data.object.id}
              {data.objects > 1 && ` and ${(data.objects - 1).toLocaleString('en-US')} more`},{' '}
              {fullInstant(data.at, timeZone)}
            </Hint>
          </div>
          {data.changes.length > 0 && (
            <section>
              <Heading>Before and after</Heading>
              <List>
                {data.changes.map((change) => (
                  <li key={change.field}>
                    <span>{fieldLabel(change.field)}</span>
                    <ChangeValues change={change} />
                  </li>
                ))}
              </List>
            </section>
          )}
          {(effectTexts(data).length > 0 || names.length > 0) && (
            <section>
              <Heading>Effect</Heading>
              <List>
                {effectTexts(data).map((line) => (
                  <li key={line}>{line}</li>
                ))}
                {names.length > 0 && <li>{valueText(names, 400)}</li>}
              </List>
            </section>
          )}
          {data.all_objects.length > 1 && (
            <section>
              <Heading>Changed objects</Heading>
              <List>
                {data.all_objects.map((each) => (
                  <li key={each.id}>{each.label || each.id}</li>
                ))}
              </List>
            </section>
          )}
          {data.earlier.length > 0 && <EarlierChanges entry={data} onOpen={onOpen} />}
          <Source entry={data} onOpen={onOpen} />
        </Stack>
      )}
    </Drawer>
  );
}
