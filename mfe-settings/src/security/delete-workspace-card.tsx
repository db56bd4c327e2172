import { useState } from 'react';
import { deletionWaitDays } from '@skein/contracts/constants';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan, useUser } from '@skein/mfe/session';
import { withSentence } from '@skein/mfe/with-sentence';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Hint } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { useWorkspaceDeletion } from './security.hooks';
import { dayOf } from '../subscription/money';

/** Gives up the workspace, and takes that back while it can be. */
export function DeleteWorkspaceCard() {
  const { workspace } = useUser();
  const hasPlan = speaksOfPlans(useSessionPlan());
  const { deletion: data, problem, request, cancel, isCancelling } = useWorkspaceDeletion();
  const [asks, setAsks] = useState(false);
  return (
    <Card title="Delete workspace">
      {problem && !data && <LoadProblem title="The deletion status could not be loaded." {...problem} />}
      {data?.delete_at ? (
        <Callout
          tone="warning"
          title={`${workspace.name} is deleted on ${dayOf(data.delete_at)}`}
          actions={
            <Button size="small" loading={isCancelling} onClick={() => void cancel()}>
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
            await withSentence(request(workspace.name));
          }}
        />
      )}
    </Card>
  );
}
