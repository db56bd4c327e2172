import { createPart } from '@skein/mfe/area';
import type { PartContracts } from '@skein/mfe/parts';
import manifest from '../../manifest.json';
import { ThreadView } from '../thread/thread-view';

/** The conversation of one enrolment, in a box that the other area gives a height. */
function ThreadPart({ threadId, onClose }: PartContracts['inbox/thread']) {
  return <ThreadView key={threadId} enrolmentId={threadId} onClose={onClose} />;
}

export const part = createPart('inbox/thread', manifest, ThreadPart);
