import type { ServiceDeps } from '../../platform/http/service-deps';
import type { ReplyRecorder } from './reply-recorder';

export interface UntrackedRepliesDeps extends ServiceDeps {
  replies: ReplyRecorder;
}
