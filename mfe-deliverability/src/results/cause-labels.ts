import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { isOnItsWay } from '../parts';
import { fallsShort, hasPassed, passedWords, type PassedFacts } from './pass-mark';

const share = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)}%`);

type Explained = PassedFacts & Pick<PlacementReport, 'diagnosis' | 'control' | 'steps'>;

/** Why a run came out as it did, in words. */
export function causeWords(report: Explained): {
  title: string;
  text: string;
  confidence: string | null;
} {
  const { diagnosis } = report;
  if (hasPassed(report))
    return {
      title: diagnosis.cause === 'NOTHING' && !fallsShort(report) ? 'Nothing is wrong' : 'Enough emails are placed',
      text: passedWords(report),
      confidence: null,
    };
  const { title, text } = wordsOf(report);
  const isOpen = isOnItsWay(report);
  return {
    title:
      isOpen && diagnosis.cause !== 'UNCLEAR' ? `So far: ${title.charAt(0).toLowerCase()}${title.slice(1)}` : title,
    text,
    confidence: diagnosis.cause === 'UNCLEAR' ? null : `${Math.round(diagnosis.confidence * 100)}% confident`,
  };
}

function wordsOf({ diagnosis, control, runs, steps, status }: Explained) {
  const { cause, subject, affected, others } = diagnosis;
  const between = `${control === null ? '' : 'control emails included, '}${share(affected)} are placed, ${share(others)} of all others.`;
  switch (cause) {
    case 'COPY':
      return subject === null
        ? {
            title: 'The copy is the cause',
            text: `${share(affected)} of the real emails are placed, ${share(others)} of the neutral control emails.`,
          }
        : {
            title: `Variant ${subject} is the cause`,
            text: `Of this variant’s emails, ${share(affected)} are placed, ${share(others)} of all others.`,
          };
    case 'INFRASTRUCTURE':
      return subject === null
        ? {
            title: 'The infrastructure is the cause',
            text: `Control emails fail as well: ${share(affected)} are placed.`,
          }
        : { title: `${subject} is the cause`, text: `Of this domain’s emails, ${between}` };
    case 'MAILBOX':
      return { title: `${subject} is the cause`, text: `Of this mailbox’s emails, ${between}` };
    case 'PROVIDER':
      return { title: `${subject} is the cause`, text: `Of emails to this provider, ${between}` };
    case 'NOTHING':
      return { title: 'Nothing is wrong', text: `${share(affected)} of emails are placed well.` };
    default: {
      // Placement alone does not tell, but a failed check of every email is a fact to mend first.
      const broken = steps.find(({ who, weight, is_fixed: isFixed }) => who === 'dns' && weight === 'high' && !isFixed);
      if (status === 'FAIL' && broken)
        return { title: 'Authentication fails', text: `${broken.title}, then run the test again.` };
      const waits = isOnItsWay({ status, runs });
      return {
        title: waits ? 'Too early to tell' : 'No single cause found',
        text: waits
          ? 'Waiting for more emails.'
          : control === null
            ? 'A test with a control email shows whether copy or infrastructure is the cause.'
            : 'The results fit more than one cause. Add mailboxes or run the test again to narrow it down.',
      };
    }
  }
}
