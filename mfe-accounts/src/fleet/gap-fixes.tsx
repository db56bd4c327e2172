import { styled } from 'styled-components';
import type { FleetPlanView } from '@skein/contracts/main/fleet-plan.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { useGapFix } from './fleet.hooks';
import { fixWords } from './plan-labels';

const Fixes = styled.section`
  padding: var(--s-3) var(--s-4) var(--s-4);
  border-top: 1px solid var(--border);
  background: var(--surface-2);
  & > ol {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
    gap: var(--s-4);
    margin: var(--s-2) 0 0;
    padding: 0;
    list-style: none;
  }
`;

/** Where the fleet is short: what closes the gap, the best first, each a press away. */
export function GapFixes({ plan, mayChange }: { plan: FleetPlanView; mayChange: boolean }) {
  const access = useAccess();
  const { apply, busy } = useGapFix(plan.rules);
  const buys = access.has('smart-senders') && access.may('purchase.pay');
  const more = buys ? '/app/bulk-email-accounts/new' : '/app/email-accounts/creation-page/gmail';
  const closed = mayChange ? {} : { disabledReason: 'Your role can view, not edit' };
  return (
    <Fixes aria-label="What closes the gap">
      <Text as="h3" $size={2} $tone="muted">
        What closes the gap
      </Text>
      <ol>
        {plan.fixes.map((fix) => {
          const { title, text, button } = fixWords(fix, plan.rules);
          return (
            <li key={fix.kind}>
              <Stack $gap={2}>
                <div>
                  <strong>{title}</strong>
                  <Text $size={2} $tone="muted">
                    {text}
                  </Text>
                </div>
                <div>
                  {fix.kind === 'ADD_MAILBOXES' ? (
                    <Button size="small" {...(mayChange ? { href: more } : closed)}>
                      {button}
                    </Button>
                  ) : (
                    <Button size="small" loading={busy === fix.kind} onClick={() => void apply(fix)} {...closed}>
                      {button}
                    </Button>
                  )}
                </div>
              </Stack>
            </li>
          );
        })}
      </ol>
    </Fixes>
  );
}
