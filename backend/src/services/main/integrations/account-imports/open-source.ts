import type { WorkspaceId } from '@skein/contracts/ids';
import type { ImportSource } from '@skein/contracts/main/account-imports.contract';
import type { MainDeps } from '#main/deps';
import type { AccountSource } from './account-source';
import { createInstantlySource } from './instantly-source';
import { createSmartleadSource } from './smartlead-source';

export type ImportDeps = Pick<
  MainDeps,
  | 'db'
  | 'vault'
  | 'integrations'
  | 'realClock'
  | 'campaignClock'
  | 'live'
  | 'jobs'
  | 'masterKey'
  | 'files'
  | 'heavyWork'
>;

/** Topic of the live channel: that of every import of leads. */
export const topic = 'uploads';
/** What the sealed key of an import is bound to. */
export const importKeyContext = (workspaceId: WorkspaceId): string => `account-import:${workspaceId}`;

export const openSource = (deps: Pick<MainDeps, 'integrations'>, source: ImportSource, key: string): AccountSource =>
  source === 'SMARTLEAD'
    ? createSmartleadSource(deps.integrations, key)
    : createInstantlySource(deps.integrations, key);
