/** Addresses below which the shell's own pages stand: no area may take them (packages/deployments). */
export const ownAddresses = ['/app/onboarding', '/app/get-started', '/app/home', '/app/plan-ended', '/app/operator'];
