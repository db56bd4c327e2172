import type { ReactNode } from 'react';
import type { PanelView } from '@skein/contracts/main/inbox-views';
import { useAccess } from '@skein/mfe/access';
import { Avatar } from '@skein/ui/avatar';
import { Badge } from '@skein/ui/badge';
import { CategoryBadge } from '@skein/ui/category-badge';
import { Icon, type IconName } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { timeOfDay } from '@skein/ui/instant';
import { truncate } from '@skein/ui/text';
import { styled } from 'styled-components';
import { useCategories } from '../use-categories';
import { webAddress } from '../web-address';
import { DataLines } from './data-lines';

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

const line = (icon: IconName, content: ReactNode) => (
  <li key={icon}>
    <Icon name={icon} size={14} />
    <span>{content}</span>
  </li>
);

const titleOfJob = ({ custom_fields: fields }: PanelView['lead']): string | undefined =>
  [fields.job_title, fields.jobtitle, fields.title, fields.role].find((value) => typeof value === 'string');

/** Who the lead is: name and title, category and what stops it, and how it is reached. */
export function LeadCard({ panel: { lead, enrolment }, now }: { panel: PanelView; now: Date }) {
  const { nameOf } = useCategories();
  const mayRead = useAccess().may('lead.read');
  const name = [lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email;
  const here = lead.time_zone ? `${timeOfDay(now.toISOString(), lead.time_zone)} there` : null;
  return (
    <>
      <Who>
        <Avatar name={name} size="large" />
        <div>
          <h2>{name}</h2>
          <p>{titleOfJob(lead) ?? lead.company_name ?? lead.email}</p>
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
      <DataLines>
        {line('mail', <span title={lead.email}>{lead.email}</span>)}
        {lead.phone_number && line('call', lead.phone_number)}
        {lead.company_name && line('building', lead.company_name)}
        {(lead.location || here) && line('pin', [lead.location, here].filter(Boolean).join(' · '))}
        {lead.website &&
          line(
            'globe',
            <a href={webAddress(lead.website)} target="_blank" rel="noopener noreferrer">
              {lead.website.replace(/^https?:\/\//, '')}
            </a>,
          )}
        {lead.linkedin_profile &&
          line(
            'linkedin',
            <a href={webAddress(lead.linkedin_profile)} target="_blank" rel="noopener noreferrer">
              LinkedIn profile
            </a>,
          )}
        {lead.aliases.length > 0 && line('user', `also ${lead.aliases.join(', ')}`)}
      </DataLines>
    </>
  );
}
