import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Card, CardList } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { SubLine } from '@skein/ui/text';
import { base } from '../placement.hooks';
import { isOnItsWay } from '../parts';
import { whoWords } from './step-labels';

const most = 6;

/** The steps that cost most, and the way to all of them. */
export function WhatToDo({ report }: { report: PlacementReport }) {
  const open = report.steps.filter(({ is_fixed: isFixed }) => !isFixed);
  const all = `/app${base}/${report.id}/test/action-steps`;
  return (
    <Card
      title="What to do"
      detail={open.length === 0 ? undefined : `${open.length} ${open.length === 1 ? 'step' : 'steps'}`}
      padded={false}
      actions={<Link href={all}>All steps</Link>}
    >
      <CardList>
        {open.length === 0 && (
          <li>
            <SubLine style={{ whiteSpace: 'normal' }}>
              {isOnItsWay(report) ? 'Steps appear as emails are found.' : 'This run has no recommended fixes.'}
            </SubLine>
          </li>
        )}
        {open.slice(0, most).map((step, index) => (
          <li key={step.key}>
            <span>{index + 1}</span>
            <Stack $gap={0} style={{ minWidth: 0 }}>
              <Link href={all} style={{ overflowWrap: 'anywhere' }}>
                {step.title}
              </Link>
              <SubLine>
                {[whoWords[step.who], step.mails > 0 ? counted(step.mails, 'email') : null].filter(Boolean).join(' · ')}
              </SubLine>
            </Stack>
          </li>
        ))}
      </CardList>
    </Card>
  );
}
