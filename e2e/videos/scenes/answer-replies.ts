import type { Scene } from '../scene';

/** A sitting in the master inbox, by keyboard. */
export const answerReplies: readonly Scene[] = [
  {
    slug: 'answer-replies-in-one-sitting',
    begin: () => '/app/master-inbox',
    chapters: [
      {
        title: 'From reply to reply',
        steps: [
          { say: 'All replies of all mailboxes are here. Press J to open the next one.', press: 'j' },
          { say: 'J again. The thread, the lead, and what was sent before are shown together.', press: 'j' },
          { say: 'K goes back.', press: 'k' },
        ],
      },
      {
        title: 'Answer',
        steps: [
          { say: 'Press R to answer. The mailbox that wrote to the lead is chosen already.', press: 'r' },
          {
            say: 'Write, or start with a slash to use one of your templates.',
            type: 'Thanks for getting back to me. ',
          },
          { say: 'After you send, you have a few seconds to undo.', press: 'Escape' },
        ],
      },
    ],
  },
];
