import type { Scene } from '../scene';
import { answerReplies } from './answer-replies';
import { campaigns } from './campaigns';
import { clients } from './clients';
import { deliverability } from './deliverability';
import { mailboxes } from './mailboxes';
import { writing } from './writing';

/** Every recording, in the order of the courses. */
export const scenes: readonly Scene[] = [
  ...campaigns,
  ...writing,
  ...answerReplies,
  ...deliverability,
  ...mailboxes,
  ...clients,
];
