import type { WorkspaceId } from '@skein/contracts/ids';
import type { MainDeps } from '#main/deps';

/** What operators' actions need; the command line has no more than this. */
export type OperatorDeps = Pick<MainDeps, 'db' | 'jobs' | 'realClock' | 'hashSecret' | 'config'>;

/** Who acts, as the log names them: an address, or "command line (user@host)". */
export interface Operator {
  actor: string;
  /** The workspace they are logged in to; absent on the command line. */
  workspaceId?: WorkspaceId;
}
