import type { proposedEdit } from '@skein/contracts/main/campaign-edits.contract';
import type { z } from 'zod';

/** A change of a running campaign that waits until somebody has seen what it does. */
export type Edit = z.input<typeof proposedEdit>;
