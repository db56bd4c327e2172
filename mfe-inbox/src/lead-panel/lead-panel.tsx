import { memo, type ReactNode } from 'react';
import type { LeadStatus } from '@skein/contracts/constants';
import { useAccess } from '@skein/mfe/access';
import { Avatar } from '@skein/ui/avatar';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { CategoryBadge } from '@skein/ui/category-badge';
import { Definition } from '@skein/ui/definition';
import { EmptyState } from '@skein/ui/empty-state';
import { Icon, type IconName } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { Link, LinkButton } from '@skein/ui/link';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { truncate } from '@skein/ui/text';
import { Timeline } from '@skein/ui/timeline';
import { fullInstant, timeOfDay, zoneName } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { askFor } from '../thread/record-request';
import { listTime, longTime } from '../times/when';
import { useCategories } from '../use-categories';
import { useNow } from '../use-now';
import { LeadRecords } from './lead-records';
import { detailOf, titleOf } from './timeline-items';
import { money } from './money';
import { useLeadPanel } from './use-lead-panel';

/** How a lead stands in another campaign, within a line. */
const leadStatusWords: Record<LeadStatus, string> = /* text */ {
  STARTED: 'not contacted yet',
  INPROGRESS: 'in progress',
  COMPLETED: 'completed',
  STOPPED: 'stopped',
  PAUSED: 'paused',
  BLOCKED: 'blocked',
};

const Box = styled.div`
  padding: var(--s-4);
  min-width: 0;
  & h3 {
    display: flex;
    align-items: center;
    gap: var(--s-2);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    font-weight: var(--w-bold);
    margin: var(--s-4) 0 var(--s-2);
  }
  & h3 > small {
    margin-left: auto;
    font-size: var(--fs-1);
    color: var(--muted);
    font-weight: var(--w-medium);
  }
`;

const Who = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-3);
  & > div {
    flex: 1;
    min-width: 0;
  }
  & h2 {
    font-weight: var(--w-bold);
    ${truncate}
  }
  & p {
    color: var(--muted);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    ${truncate}
  }
`;

const Badges = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  margin: var(--s-3) 0;
`;

const Data = styled.ul`
  display: grid;
  gap: 6px;
  font-size: var(--fs-2);
  line-height: 18px;
  & > li {
    display: flex;
    gap: var(--s-2);
    align-items: center;
    min-width: 0;
  }
  & > li > svg {
    color: var(--muted);
    flex: none;
  }
  & > li > :last-child {
    min-width: 0;
    ${truncate}
  }
`;

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

const line = (icon: IconName, content: ReactNode) => (
  <li key={icon}>
    <Icon name={icon} size={14} />
    <span>{content}</span>
  </li>
);

const web = (address: string) => (/^https?:\/\//i.test(address) ? address : `https://${address}`);

/** The lead beside the thread: who it is, what holds, what happened, and what people noted. */
export const LeadPanel = memo(function LeadPanel({ enrolmentId }: { enrolmentId: number }) {
  const { panel, problem } = useLeadPanel(enrolmentId);
  const { now, timeZone } = useNow();
  const { nameOf } = useCategories();
  const { may } = useAccess();
  if (!panel && problem)
    return (
      <EmptyState
        level={3}
        icon="alert"
        title="The lead could not be read"
        actions={
          <Button size="small" onClick={problem.onRetry}>
            Try again
          </Button>
        }
      >
        {problem.message}
      </EmptyState>
    );
  if (!panel)
    return (
      <Loading label="Loading the lead">
        <SkeletonLines lines={8} />
      </Loading>
    );
  const { lead, enrolment } = panel;
  const mayAct = may('inbox.reply');
  const mayRead = may('lead.read');
  const name = [lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email;
  const title = [
    lead.custom_fields.job_title,
    lead.custom_fields.jobtitle,
    lead.custom_fields.title,
    lead.custom_fields.role,
  ].find((value) => typeof value === 'string') as string | undefined;
  const here = lead.time_zone ? `${timeOfDay(now.toISOString(), lead.time_zone)} there` : null;
  return (
    <Box>
      <Who>
        <Avatar name={name} size="large" />
        <div>
          <h2>{name}</h2>
          <p>{title ?? lead.company_name ?? lead.email}</p>
        </div>
        {mayRead && <IconButton icon="external" label={`Open the lead ${name}`} href={`/app/lead/${lead.id}/view`} />}
      </Who>
      <Badges>
        <CategoryBadge id={enrolment.category_id} name={nameOf(enrolment.category_id)} />
        {enrolment.reason_text && (
          <Badge tone={enrolment.status === 'BLOCKED' ? 'danger' : 'neutral'}>{enrolment.reason_text}</Badge>
        )}
        {lead.is_suppressed && <Badge tone="danger">On the block list</Badge>}
      </Badges>
      <Data>
        {line('mail', <span title={lead.email}>{lead.email}</span>)}
        {lead.phone_number && line('call', lead.phone_number)}
        {lead.company_name && line('building', lead.company_name)}
        {(lead.location || here) && line('pin', [lead.location, here].filter(Boolean).join(' · '))}
        {lead.website &&
          line(
            'globe',
            <a href={web(lead.website)} target="_blank" rel="noopener noreferrer">
              {lead.website.replace(/^https?:\/\//, '')}
            </a>,
          )}
        {lead.linkedin_profile &&
          line(
            'linkedin',
            <a href={web(lead.linkedin_profile)} target="_blank" rel="noopener noreferrer">
              LinkedIn profile
            </a>,
          )}
        {lead.aliases.length > 0 && line('user', `also ${lead.aliases.join(', ')}`)}
      </Data>
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
            <span title={fullInstant(enrolment.hold_until, timeZone)}>
              {listTime(enrolment.hold_until, now, timeZone)}
            </span>
          </li>
        )}
      </Facts>
      <h3>
        Timeline<small>all times {zoneName(now, timeZone)}</small>
      </h3>
      <Timeline
        label="Timeline"
        items={panel.timeline.map((entry, index) => ({
          id: `${entry.kind}-${entry.at}-${index}`,
          ...titleOf(entry),
          detail: detailOf(entry, (at) => longTime(at, now, timeZone)),
          time: <span title={fullInstant(entry.at, timeZone)}>{listTime(entry.at, now, timeZone)}</span>,
        }))}
      />
      <LeadRecords panel={panel} enrolmentId={enrolmentId} mayAct={mayAct} now={now} timeZone={timeZone} />
      {panel.other_campaigns.length > 0 && (
        <>
          <h3>In other campaigns</h3>
          <Data>
            {panel.other_campaigns.map((other) => (
              <li key={other.enrolment_id}>
                <Icon name="send" size={14} />
                <span>
                  {may('campaign.read') ? (
                    <Link href={`/app/email-campaign/${other.campaign_id}/overview/analytics`}>
                      {other.campaign_name}
                    </Link>
                  ) : (
                    other.campaign_name
                  )}
                  , {leadStatusWords[other.status]}
                </span>
              </li>
            ))}
          </Data>
        </>
      )}
    </Box>
  );
});
