import type { ServiceDeps } from '#platform/http/service-deps';
import type { HeavyWork } from '#platform/workers/heavy-work';
import type { ReplyRecorder } from './reply-recorder';
import type { UndoKeeper } from './undo-keeper';

export interface UntrackedRepliesDeps extends ServiceDeps {
  heavyWork: Pick<HeavyWork, 'run'>;
  replies: ReplyRecorder;
  undos: UndoKeeper;
}
