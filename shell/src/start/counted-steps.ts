/**
 * Steps of the setup that are counted: those that everyone is asked, so that the total is the same whatever is answered. Inviting a team
 * comes after them, and not for people who work alone.
 */
export const countedSteps = 4;
