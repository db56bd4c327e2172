import { grantCredits } from '#leads/leads.api';
import { required, workspaceId, type Command } from './command';

const usage = 'grant-credits WORKSPACE CREDITS';

/** Grants verification credits where no card payment is set up, or for free. */
export const creditCommands: Record<string, Command> = {
  'grant-credits': {
    usage,
    does: 'gives a workspace verification credits: one verifies one address',
    async run({ deps, operator, say, given }) {
      const id = workspaceId(given[0], usage);
      const credits = Number(required(given[1], 'The number of credits', usage));
      const { name, balance } = await grantCredits(deps, operator, id, credits);
      say(`Workspace ${id} (${name}) got ${credits} verification credits and has ${balance} now.`);
    },
  },
};
