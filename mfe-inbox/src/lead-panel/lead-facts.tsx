import type { PanelView } from '@skein/contracts/main/inbox-views';
import { Avatar } from '@skein/ui/avatar';
import { Definition } from '@skein/ui/definition';
import { fullInstant } from '@skein/ui/instant';
import { LinkButton } from '@skein/ui/link';
import { styled } from 'styled-components';
import { askFor } from '../thread/record-request';
import { listTime } from '../times/when';
import { money } from './money';

const Facts = styled.ul`
  border-top: 1px solid var(--border);
  margin-top: var(--s-4);
  font-size: var(--fs-2);
  & > li {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: var(--s-2);
    min-height: 32px;
    border-bottom: 1px solid var(--border);
  }
  & > li > span:first-child {
    color: var(--muted);
    flex: none;
  }
  & > li > :last-child {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  & button {
    font-size: inherit;
  }
`;

/** How the lead stands in the campaign: whose it is, what it is worth, and how far its sequence is. */
export function LeadFacts({
  panel,
  enrolmentId,
  mayAct,
  now,
}: {
  panel: PanelView;
  enrolmentId: number;
  mayAct: boolean;
  now: Date;
}) {
  const { enrolment } = panel;
  return (
    <Facts>
      <li>
        <span>Assigned to</span>
        <span>
          {panel.assigned_user ? (
            <>
              <Avatar name={panel.assigned_user.name} size="small" />
              {panel.assigned_user.name}
            </>
          ) : (
            'No one'
          )}
        </span>
      </li>
      <li>
        <span>Expected revenue</span>
        {mayAct ? (
          <LinkButton onClick={() => askFor(enrolmentId, 'revenue')}>
            {Number(panel.revenue) > 0 ? money(panel.revenue) : 'Set'}
          </LinkButton>
        ) : (
          <span>{money(panel.revenue)}</span>
        )}
      </li>
      {panel.matched_by && (
        <li>
          <span>Matched by</span>
          <span>
            <Definition text={panel.matched_by.text || panel.matched_by.by}>{panel.matched_by.by}</Definition>
          </span>
        </li>
      )}
      <li>
        <span>Steps sent</span>
        <span>
          {enrolment.steps_sent} of {enrolment.step_count}
        </span>
      </li>
      {enrolment.hold_until && (
        <li>
          <span>{Date.parse(enrolment.hold_until) <= now.getTime() ? 'Resumed' : 'Resumes'}</span>
          <span title={fullInstant(enrolment.hold_until, enrolment.time_zone)}>
            {listTime(enrolment.hold_until, now, enrolment.time_zone)}
          </span>
        </li>
      )}
    </Facts>
  );
}
