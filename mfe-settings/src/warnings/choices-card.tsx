import { styled } from 'styled-components';
import { noticeKinds, noticesOfPlans } from '@skein/contracts/notice-kinds';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan } from '@skein/mfe/session';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Hint } from '@skein/ui/field';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { useMedia } from '@skein/ui/use-media';
import { useNoticeChoices } from './notices.hooks';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  & th,
  & td {
    padding: var(--s-2) var(--s-2);
    text-align: center;
    border-top: 1px solid var(--border);
    vertical-align: middle;
  }
  & thead th {
    border-top: 0;
    font-size: var(--fs-2);
    font-weight: var(--w-medium);
    color: var(--text-2);
    white-space: nowrap;
  }
  & thead th[data-when],
  & tbody th {
    padding-left: var(--s-4);
    text-align: left;
    font-weight: var(--w-regular);
  }
  & td label {
    justify-content: center;
  }
  @media (max-width: 720px) {
    & thead th {
      position: sticky;
      top: 0;
      background: var(--surface);
    }
    & tbody th {
      padding-bottom: 0;
    }
    & tbody td {
      border-top: 0;
    }
  }
`;
const Scroll = styled.div`
  overflow-x: auto;
`;

const channels = [
  { field: 'in_app', label: 'In app', spoken: 'in the app' },
  { field: 'by_mail', label: 'Email', spoken: 'by email' },
  { field: 'by_push', label: 'Push', spoken: 'by push' },
  { field: 'by_slack', label: 'Slack', spoken: 'in Slack' },
  { field: 'by_webhook', label: 'Webhook', spoken: 'by webhook' },
] as const;

type NoticeChoice = NonNullable<ReturnType<typeof useNoticeChoices>['choices']>[number];

/** One kind of notice with its channels; on a phone its name has a line of its own above them. */
function Choice({
  choice,
  isPhone,
  onChange,
}: {
  choice: NoticeChoice;
  isPhone: boolean;
  onChange: (choice: NoticeChoice) => void;
}) {
  const { label, explanation } = noticeKinds[choice.kind];
  const boxes = channels.map(({ field, spoken }) => (
    <td key={field}>
      <Checkbox
        aria-label={`${label}: ${spoken}`}
        checked={choice[field]}
        onCheckedChange={(checked) => onChange({ ...choice, [field]: checked })}
      />
    </td>
  ));
  if (isPhone)
    return (
      <tbody>
        <tr>
          <th scope="rowgroup" colSpan={channels.length}>
            {label}
          </th>
        </tr>
        <tr>{boxes}</tr>
      </tbody>
    );
  return (
    <tbody>
      <tr>
        <th scope="row">
          {label}
          <Hint>{explanation}</Hint>
        </th>
        {boxes}
      </tr>
    </tbody>
  );
}

/** What a person is notified of, by each channel. Saved as it is chosen. */
export function ChoicesCard() {
  const isPhone = useMedia('(max-width: 720px)');
  const { choices, problem, change } = useNoticeChoices();
  const hasPlans = speaksOfPlans(useSessionPlan());
  const shown = choices?.filter(({ kind }) => hasPlans || !noticesOfPlans.includes(kind)) ?? [];
  return (
    <Card title="Notifications" padded={false}>
      {!choices && !problem && <Loading label="Loading your choices" />}
      {!choices && problem && (
        <LoadProblem
          title="Your notification settings could not be loaded."
          {...problem}
          style={{ margin: 'var(--s-3)' }}
        />
      )}
      {choices && (
        <Scroll tabIndex={0} role="region" aria-label="Notifications by channel">
          <Table>
            <thead>
              <tr>
                {!isPhone && (
                  <th scope="col" data-when="">
                    When
                  </th>
                )}
                {channels.map((channel) => (
                  <th key={channel.field} scope="col">
                    {channel.label}
                  </th>
                ))}
              </tr>
            </thead>
            {shown.map((choice) => (
              <Choice key={choice.kind} choice={choice} isPhone={isPhone} onChange={(next) => void change(next)} />
            ))}
          </Table>
        </Scroll>
      )}
    </Card>
  );
}
