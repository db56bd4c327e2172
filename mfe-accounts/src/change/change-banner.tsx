import { isRunActive } from '@skein/mfe/run-card';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Row } from '@skein/ui/layout';
import { useChangeActions, useNewestChange } from './changes.hooks';
import { sentenceOf } from './change-labels';

/** The newest change of many mailboxes, above their list: how far it is, and the way back. */
export function ChangeBanner({ isAllowed }: { isAllowed: boolean }) {
  const { change, close } = useNewestChange(isAllowed);
  const { stop, undo, isStopping, isUndoing } = useChangeActions();
  if (!change) return null;
  return (
    <div style={{ padding: '0 var(--s-4) var(--s-3)', flex: 'none' }}>
      <Callout
        tone={change.status === 'FAILED' ? 'danger' : 'info'}
        role="status"
        actions={
          <Row $gap={2}>
            {change.can_cancel && (
              <Button size="small" loading={isStopping} onClick={() => stop(change)}>
                {change.status === 'WAITING' ? 'Cancel deletion' : 'Stop'}
              </Button>
            )}
            {change.can_undo && (
              <Button size="small" loading={isUndoing} onClick={() => undo(change)}>
                Undo
              </Button>
            )}
            {!isRunActive(change) && (
              <Button size="small" variant="ghost" onClick={close}>
                Close
              </Button>
            )}
          </Row>
        }
      >
        {sentenceOf(change)}
      </Callout>
    </div>
  );
}
