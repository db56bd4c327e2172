import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { deletionWaitDays } from '@skein/contracts/constants';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { planNames } from '@skein/mfe/plans';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { useEnableWorkspace, useWorkspace } from './workspaces.hooks';
import { FactList } from './fact-list';
import { useHasPlans } from './installation.hooks';
import { endOf, usedOf } from './operator-labels';
import { AddPersonDialog } from './person-dialogs';
import { PeopleTable } from './people-table';
import { shortTime } from './short-time';
import { WorkspaceStatus } from './workspace-status';
import { DeleteDialog, DisableDialog, EndPlanDialog, PlanDialog, type Workspace } from './workspace-dialogs';

type Open = 'person' | 'plan' | 'end' | 'disable' | 'delete' | null;

/** /app/operator/workspaces/:id: its plan and people, and what an operator may do about it. */
export function WorkspacePage() {
  const id = Number(useParams()['workspaceId']);
  const { workspace, problem, isGone } = useWorkspace(id);
  const name = workspace?.name ?? `Workspace ${id}`;
  usePage([{ label: 'Operator', to: '/app/operator/workspaces' }, { label: name }]);
  if (workspace) return <Known workspace={workspace} />;
  if (!problem) return <PageSkeleton />;
  return (
    <div style={{ margin: 'auto' }}>
      <EmptyState
        icon="building"
        title={isGone ? 'This workspace does not exist' : `${name} could not be loaded`}
        actions={
          <>
            {!isGone && <Button onClick={problem.onRetry}>Try again</Button>}
            <Button href="/app/operator/workspaces">All workspaces</Button>
          </>
        }
      >
        {isGone ? 'It may have been deleted.' : problem.message}
      </EmptyState>
    </div>
  );
}

function Known({ workspace }: { workspace: Workspace }) {
  const hasPlans = useHasPlans();
  const [open, setOpen] = useState<Open>(null);
  const { enable, isEnabling } = useEnableWorkspace(workspace.id);
  const close = () => setOpen(null);
  const { state } = workspace;
  const isGoing = state === 'deleting';
  return (
    <>
      <PageHeader title={workspace.name} status={<WorkspaceStatus state={state} />} detail={`id ${workspace.id}`} />
      <PageBody>
        {isGoing && <Callout tone="warning">Its rows and files are being removed. This cannot be stopped.</Callout>}
        {state === 'disabled' && (
          <Callout
            tone="warning"
            title="No one can log in, and nothing is sent."
            actions={
              <Button size="small" loading={isEnabling} onClick={() => void enable()}>
                Enable
              </Button>
            }
          >
            {workspace.disabled_reason}
          </Callout>
        )}
        <Card
          title={hasPlans ? 'Plan and use' : 'Use'}
          actions={
            hasPlans &&
            !isGoing && (
              <>
                {(state === 'trial' || state === 'subscribed') && (
                  <Button size="small" onClick={() => setOpen('end')}>
                    End now
                  </Button>
                )}
                <Button size="small" onClick={() => setOpen('plan')}>
                  Change
                </Button>
              </>
            )
          }
        >
          <FactList
            facts={[
              ...(hasPlans
                ? ([
                    ['Plan', planNames[workspace.plan_type]],
                    [
                      state === 'ended' ? 'Ended' : 'Ends',
                      endOf(workspace) ? shortTime(endOf(workspace) as string) : 'No end',
                    ],
                    ['Leads', usedOf(workspace.leads_used, workspace.leads_included)],
                    ['Emails this month', usedOf(workspace.emails_used, workspace.emails_included)],
                  ] as const)
                : ([
                    ['Leads', workspace.leads_used.toLocaleString('en-US')],
                    ['Emails this month', workspace.emails_used.toLocaleString('en-US')],
                  ] as const)),
              ['Created', shortTime(workspace.created_at)],
            ]}
          />
        </Card>
        <Card
          title="People"
          detail={workspace.people}
          padded={false}
          actions={
            !isGoing && (
              <Button size="small" onClick={() => setOpen('person')}>
                Add person
              </Button>
            )
          }
        >
          <PeopleTable
            rows={workspace.members}
            hasWorkspace={false}
            gutter={16}
            empty={<EmptyState title="No people" level={3} />}
          />
        </Card>
        {!isGoing && (
          <Card title="Disable or delete">
            <FactList
              facts={[
                ...(state === 'disabled'
                  ? []
                  : ([
                      [
                        'Disable: nothing is sent and no one can log in. Everything is kept.',
                        <Button key="disable" size="small" onClick={() => setOpen('disable')}>
                          Disable
                        </Button>,
                      ],
                    ] as const)),
                [
                  `Delete: everything in it is permanently removed after ${deletionWaitDays} days.`,
                  <Button key="delete" size="small" variant="danger" onClick={() => setOpen('delete')}>
                    Delete
                  </Button>,
                ],
              ]}
            />
          </Card>
        )}
      </PageBody>
      {open === 'person' && <AddPersonDialog workspace={workspace} onClose={close} />}
      {open === 'plan' && <PlanDialog workspace={workspace} onClose={close} />}
      {open === 'end' && <EndPlanDialog workspace={workspace} onClose={close} />}
      {open === 'disable' && <DisableDialog workspace={workspace} onClose={close} />}
      {open === 'delete' && <DeleteDialog workspace={workspace} onClose={close} />}
    </>
  );
}
