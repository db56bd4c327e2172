import { z } from 'zod';

/** The name by which a change is undone (`undoRecentChange`); null where nothing was kept of it. */
export const kept = { change_key: z.string().nullable().default(null) };
