import { useAccess, type Requirement } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Card, CardList } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { Glyph, Icon, type IconName } from '@skein/ui/icon';
import { Step } from './step';

interface NextStep {
  icon: IconName;
  title: string;
  text: string;
  action: string;
  to: string;
  requires: Requirement;
}

const nextSteps: readonly NextStep[] = [
  {
    icon: 'inbox',
    title: 'Answer replies',
    text: 'Replies from all your mailboxes arrive in one inbox.',
    action: 'Open inbox',
    to: '/app/master-inbox',
    requires: { permission: 'inbox.read' },
  },
  {
    icon: 'chart',
    title: 'See what works',
    text: 'Compare opens, replies and positive replies by day and campaign.',
    action: 'Open analytics',
    to: '/app/global-analytics',
    requires: { permission: 'analytics.read' },
  },
  {
    icon: 'shield',
    title: 'Test where your emails land',
    text: 'Inbox, tabs or spam, for Gmail, Outlook and others.',
    action: 'Test placement',
    to: '/app/email-deliverability/smart-inbox/auto/all-tests',
    requires: { feature: 'smart-delivery', permission: 'deliverability.write' },
  },
  {
    icon: 'users',
    title: 'Invite your team',
    text: 'Each person sees and changes what their role allows.',
    action: 'Invite people',
    to: '/app/settings/team-members',
    requires: { feature: 'team-members', permission: 'team.manage' },
  },
];

/** What comes next once the first steps are done; the navigation no longer links to this page then. */
export function AllSet() {
  const access = useAccess();
  const offered = nextSteps.filter(({ requires }) => access.refusal(requires) === null);
  return (
    <>
      <EmptyState
        lead={<Glyph name="done" size={24} style={{ color: 'var(--success)' }} />}
        title="You’re all set"
        actions={
          <Button variant="primary" href="/app/email-campaign/all">
            Open campaigns
          </Button>
        }
      >
        Your first campaign has launched.
      </EmptyState>
      {offered.length > 0 && (
        <Card padded={false} title="What’s next">
          <CardList>
            {offered.map(({ icon, title, text, action, to }) => (
              <li key={to}>
                <Icon name={icon} style={{ color: 'var(--muted)' }} />
                <Step>
                  <b>{title}</b>
                  <p>{text}</p>
                </Step>
                <Button size="small" href={to}>
                  {action}
                </Button>
              </li>
            ))}
          </CardList>
        </Card>
      )}
    </>
  );
}
