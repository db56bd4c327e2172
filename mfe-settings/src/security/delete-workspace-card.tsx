import { useState } from 'react';
import { deletionWaitDays } from '@skein/contracts/constants';
import { problemOf } from '@skein/mfe/problem';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan, useUser } from '@skein/mfe/session';
import { showProblem } from '@skein/mfe/toasts';
import { withSentence } from '@skein/mfe/with-sentence';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Hint } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { useRequestDeletionMutation, useTakeDeletionBackMutation, useWorkspaceDeletionQuery } from '../billing-api';
import { dayOf } from '../subscription/money';

/** Gives up the workspace, and takes that back while it can be. */
export function DeleteWorkspaceCard() {
  const { workspace } = useUser();
  const hasPlan = speaksOfPlans(useSessionPlan());
  const { data, error } = useWorkspaceDeletionQuery();
  const [request] = useRequestDeletionMutation();
  const [takeBack, { isLoading }] = useTakeDeletionBackMutation();
  const [asks, setAsks] = useState(false);
  const keep = () =>
    void takeBack({ body: {} })
      .unwrap()
      .catch((problem: unknown) => showProblem('It is still going to be deleted', problem));
  return (
    <Card title="Delete workspace">
      {error && (
        <Callout tone="danger" role="alert">
          {problemOf(error).message}
        </Callout>
      )}
      {data?.delete_at ? (
        <Callout
          tone="warning"
          title={`${workspace.name} is deleted on ${dayOf(data.delete_at)}`}
          actions={
            <Button size="small" loading={isLoading} onClick={keep}>
              Keep the workspace
            </Button>
          }
        >
          Until then everything works as before. Pause your campaigns if they should stop sending.
        </Callout>
      ) : (
        data && (
          <Row $justify="between" $wrap>
            <Hint>
              Everything is permanently removed after {deletionWaitDays} days. Until then you can change your mind.
            </Hint>
            <Button size="small" variant="danger" onClick={() => setAsks(true)}>
              Delete workspace
            </Button>
          </Row>
        )
      )}
      {asks && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsks(false)}
          title={`Delete ${workspace.name}?`}
          description={`${hasPlan ? 'Its subscription is cancelled now. ' : ''}In ${deletionWaitDays} days campaigns, leads, emails and files are permanently removed.`}
          confirmLabel="Delete workspace"
          typedText={workspace.name}
          onConfirm={async () => {
            await withSentence(request({ body: { name: workspace.name } }).unwrap());
          }}
        />
      )}
    </Card>
  );
}
