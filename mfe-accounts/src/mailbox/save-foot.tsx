import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { CardFoot } from '@skein/ui/card';

/** Save and undo at the foot of a card of settings, with the reason when it cannot be saved. */
export function SaveFoot({
  isDirty,
  isGood,
  isSaving,
  onUndo,
}: {
  isDirty: boolean;
  isGood: boolean;
  isSaving: boolean;
  onUndo: () => void;
}) {
  const writes = useAccess().may('mailbox.write');
  return (
    <CardFoot style={{ justifyContent: 'flex-end', minHeight: 48 }}>
      {isDirty && (
        <Button variant="ghost" onClick={onUndo}>
          Undo changes
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        loading={isSaving}
        {...(!writes
          ? { disabledReason: 'Your role can view, not edit' }
          : !isDirty
            ? { disabledReason: 'Nothing was changed' }
            : isGood
              ? {}
              : { disabledReason: 'Something is not right yet' })}
      >
        Save
      </Button>
    </CardFoot>
  );
}
