import { counted } from '@skein/ui/counted';

/** What happens when a client is deactivated, with the number of its campaigns. */
export const effectOfDeactivation = (campaigns: number): string =>
  [
    'The client is logged out at once, and its API keys stop working.',
    ...(campaigns === 0
      ? []
      : [`Its ${counted(campaigns, 'campaign')} ${campaigns === 1 ? 'keeps' : 'keep'} running.`]),
    'You can activate it again.',
  ].join(' ');
