import type { Scene } from '../scene';

/** A sitting in the master inbox, by keyboard. */
export const answerReplies: Scene = {
  slug: 'answer-replies-in-one-sitting',
  begin: () => '/app/master-inbox',
  chapters: [
    {
      title: 'From reply to reply',
      steps: [
        { say: 'Replies of all mailboxes arrive here. You can work through them without touching the mouse.' },
        {
          say: 'Press J to open the first one. An out-of-office notice is recognised, and its lead resumes on its own.',
          does: (hand) => hand.press('j'),
        },
        {
          say: 'J again. The thread, the lead, and everything you sent are on one screen.',
          does: (hand) => hand.press('j'),
        },
        {
          say: 'K goes back.',
          does: async (hand) => {
            await hand.press('k');
            await hand.rest(900);
            await hand.press('j');
          },
        },
      ],
    },
    {
      title: 'Answer',
      steps: [
        {
          say: 'Press R to answer. The mailbox that wrote to the lead is already chosen.',
          does: (hand) => hand.press('r'),
        },
        {
          say: 'Write the way you’d write to a colleague.',
          does: (hand) => hand.type('Thank you. Does Tuesday at ten work for you?'),
        },
        {
          say: 'Control or Command and Enter sends. You have ten seconds to undo.',
          does: (hand) => hand.press('ControlOrMeta+Enter'),
        },
      ],
    },
    {
      title: 'Categories',
      steps: [
        {
          say: 'Most replies need a category and no answer. A number sets it and opens the next conversation.',
          does: async (hand) => {
            await hand.press('j');
            await hand.rest(1500);
            await hand.press('5');
          },
        },
        {
          say: 'Changed your mind? Control or Command and Z undoes the last action of any kind.',
          does: (hand) => hand.press('ControlOrMeta+z'),
        },
      ],
    },
    {
      title: 'Everything else',
      steps: [
        {
          say: 'No answer needed? E archives the conversation and opens the next.',
          does: (hand) => hand.press('e'),
        },
        {
          say: 'L then T makes a task, for what you can’t answer yet.',
          does: async (hand) => {
            await hand.press('l', 't');
            await hand.type('Ask Dan for the pricing sheet');
            await hand.rest(600);
            await hand.press('Enter');
          },
        },
        {
          say: 'And the question mark shows every key.',
          does: (hand) => hand.press('?'),
        },
      ],
    },
  ],
};
