import { styled } from 'styled-components';
import { noticeKinds, noticesOfPlans } from '@skein/contracts/notice-kinds';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan } from '@skein/mfe/session';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Hint } from '@skein/ui/field';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
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
  & th:first-child {
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
    & tbody th > * {
      display: none;
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

/** What a person is notified of, by each channel. Saved as it is chosen. */
export function ChoicesCard() {
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
                <th scope="col">When</th>
                {channels.map((channel) => (
                  <th key={channel.field} scope="col">
                    {channel.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((choice) => {
                const { label, explanation } = noticeKinds[choice.kind];
                return (
                  <tr key={choice.kind}>
                    <th scope="row">
                      {label}
                      <Hint>{explanation}</Hint>
                    </th>
                    {channels.map(({ field, spoken }) => (
                      <td key={field}>
                        <Checkbox
                          aria-label={`${label}: ${spoken}`}
                          checked={choice[field]}
                          onCheckedChange={(checked) => void change({ ...choice, [field]: checked })}
                        />
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </Scroll>
      )}
    </Card>
  );
}
