import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow, useCampaignTime } from '@skein/mfe/campaign-time';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { fullInstant } from '@skein/ui/instant';
import { Progress } from '@skein/ui/progress';
import { Segmented } from '@skein/ui/segmented';
import { TextInput } from '@skein/ui/text-input';
import { useUi } from '@skein/ui/ui-provider';
import { styled } from 'styled-components';
import { closeOverlay } from './overlays-state';
import { useSandboxTime, useTimeScale } from './use-sandbox-time';

const List = styled.ul`
  display: grid;
  gap: 6px;
  & > li {
    padding-left: var(--s-4);
    position: relative;
  }
  & > li::before {
    content: '';
    position: absolute;
    left: 4px;
    top: 8px;
    width: 4px;
    height: 4px;
    border-radius: 50%;
    background: var(--border-control);
  }
`;

const Stack = styled.div`
  display: grid;
  gap: var(--s-4);
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: var(--s-2);
`;

const presets = [1, 10, 60, 360, 1440];

/** What a scale means, in words. */
export function scaleText(scale: number): string {
  if (scale === 1) return 'Real time.';
  const dayMinutes = 1440 / scale;
  const day = dayMinutes >= 1 ? `${Math.round(dayMinutes * 10) / 10} min` : `${Math.round(dayMinutes * 60)} s`;
  return `A day of campaign time takes ${day}.`;
}

function TimeControl() {
  const time = useCampaignTime();
  const now = useCampaignNow(1000);
  const { timeZone } = useUi();
  const may = useAccess().may('sandbox.write');
  const { setScale, isSetting, problem } = useTimeScale();
  const [typed, setTyped] = useState('');
  const value = typed === '' ? time.scale : Number(typed);
  const valid = Number.isFinite(value) && value >= 1 && value <= 1440;
  const apply = (scale: number) => {
    setTyped('');
    setScale(scale);
  };
  return (
    <Stack>
      <Field
        label="Speed of campaign time"
        hint={`${scaleText(valid ? value : time.scale)} It is now ${fullInstant(now.toISOString(), timeZone)}.`}
        error={valid ? undefined : 'must be from 1 to 1440'}
      >
        <Line>
          <Segmented
            label="Speed of campaign time"
            items={presets.map((preset) => ({ id: String(preset), label: `${preset}x` }))}
            value={String(time.scale)}
            onValueChange={(next) => may && apply(Number(next))}
          />
          <div style={{ width: 120 }}>
            <TextInput
              aria-label="Other speed, 1 to 1440"
              size="small"
              inputMode="numeric"
              suffix="x"
              placeholder={String(time.scale)}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <Button
            size="small"
            loading={isSetting}
            disabled={typed === '' || !valid}
            onClick={() => apply(value)}
            {...(may ? {} : { disabledReason: 'Your role cannot change the sandbox.' })}
          >
            Set
          </Button>
        </Line>
      </Field>
      {problem !== null && (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
    </Stack>
  );
}

/** What of this installation is simulated, and the control of campaign time. */
export function SandboxDialog({ at }: { at: 'world' | 'speed' }) {
  const data = useSandboxTime();
  const isSpeed = at === 'speed';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeOverlay()}
      size="medium"
      title={isSpeed ? 'Speed of campaign time' : 'What is simulated'}
      description="This is the sandbox: the product is real, the world around it is not."
    >
      <Stack>
        {isSpeed && <TimeControl />}
        <List>
          <li>Emails are sent and received over real SMTP and IMAP, but only on this machine.</li>
          <li>
            The recipients at prospects.test are simulated: they open, click, answer, bounce or unsubscribe within four
            hours of campaign time.
          </li>
          <li>The product’s own emails (verification, password) are caught and shown instead of delivered.</li>
          <li>Warmup partners, placement seeds, vendors and payments are simulated; every figure from them says so.</li>
          <li>Send windows, gaps, limits, threads and stops work as in production; only the clock can run faster.</li>
        </List>
        {data && data.history.state !== 'none' && data.history.state !== 'done' && (
          <Progress
            label="History of the demo workspace"
            value={data.history.done_days}
            max={Math.max(1, data.history.total_days)}
            start="History of the demo workspace"
            end={data.history.text}
          />
        )}
        {!isSpeed && <TimeControl />}
      </Stack>
    </Dialog>
  );
}
