import { useCampaignNow, useCampaignTime } from '@skein/mfe/campaign-time';
import { Icon } from '@skein/ui/icon';
import { useUi } from '@skein/ui/ui-provider';
import { Strip, WideOnly } from './frame-style';
import { openSandbox } from './overlays-state';

/** Says on every screen that nothing here reaches anybody, and how fast campaign time runs. */
export function SandboxStrip() {
  const { scale } = useCampaignTime();
  const now = useCampaignNow(scale >= 60 ? 1000 : 5000);
  const { timeZone } = useUi();
  const clock = now.toLocaleString('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <Strip role="region" aria-label="Sandbox">
      <Icon name="alert" size={14} />
      <span>Sandbox: mail goes to the local test server and reaches nobody.</span>
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
