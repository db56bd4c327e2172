import { useCampaignNow, useCampaignTime } from '@skein/mfe/campaign-time';
import { Icon } from '@skein/ui/icon';
import { dayOfInstant, timeOfDay } from '@skein/ui/instant';
import { useUi } from '@skein/ui/ui-provider';
import { Strip, WideOnly } from './frame-style';
import { openSandbox } from './overlays-state';

/** Says on every screen that nothing here reaches anybody, and how fast campaign time runs. */
export function SandboxStrip() {
  const { scale } = useCampaignTime();
  const now = useCampaignNow(5000);
  const { timeZone } = useUi();
  const clock = `${dayOfInstant(now, timeZone, 'weekday')}, ${timeOfDay(now, timeZone)}`;
  return (
    <Strip role="region" aria-label="Sandbox">
      <Icon name="alert" size={14} />
      <span>Sandbox: emails reach no one.</span>
      <WideOnly>
        <span>
          Campaign time {clock}, {scale === 1 ? 'as fast as real time' : `${scale} times as fast`}.
        </span>
      </WideOnly>
      <button type="button" onClick={() => openSandbox('speed')}>
        Change the speed
      </button>
      <WideOnly>
        <button type="button" onClick={() => openSandbox()}>
          What is simulated
        </button>
      </WideOnly>
    </Strip>
  );
}
