import { useEffect, useId, useState } from 'react';
import { Button } from '@skein/ui/button';
import { DateField } from '@skein/ui/date-field';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { zoneLabel, zoneName } from '@skein/ui/instant';
import { useFirstField } from '../use-first-field';
import type { TimeChoice } from './time-choices';
import { longTime } from './when';
import { dayOf, fieldValueOf, instantOf } from './zoned-time';

export interface PickTimeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  confirmLabel: string;
  now: Date;
  timeZone: string;
  onPick: (choice: TimeChoice) => void;
}

/** A day and a time of the person's own clocks, after now. */
export function PickTimeDialog({
  open,
  onOpenChange,
  title,
  confirmLabel,
  now,
  timeZone,
  onPick,
}: PickTimeDialogProps) {
  const form = useId();
  const { form: place, initialFocus } = useFirstField();
  const [value, setValue] = useState('');
  const [tried, setTried] = useState(false);
  useEffect(() => {
    if (open) {
      setValue(`${dayOf(now, timeZone, 1)}T09:00`);
      setTried(false);
    }
    // Only when it opens: the field must not change under the hand.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [open]);
  const [day = '', time = ''] = value.split('T');
  const at =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && /^\d{2}:\d{2}/.test(time) ? instantOf(day, time.slice(0, 5), timeZone) : null;
  const error = !at ? 'Choose a day and a time' : at <= now ? 'Choose a time that is still to come' : undefined;
  const pick = () => {
    setTried(true);
    if (!at || error) return;
    onPick({ label: 'Picked', at, detail: `${longTime(at.toISOString(), now, timeZone)} ${zoneName(at, timeZone)}` });
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      initialFocus={initialFocus}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={form}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        ref={place}
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          pick();
        }}
      >
        <Field label="Day and time" hint={`${zoneLabel(timeZone)} time`} error={tried ? error : undefined}>
          <DateField
            withTime
            timeZone={timeZone}
            min={fieldValueOf(now, timeZone).slice(0, 10)}
            value={value}
            onValueChange={setValue}
          />
        </Field>
      </form>
    </Dialog>
  );
}
