import { espNames, espProviders, type EspRule } from '@skein/contracts/main/campaign-settings';
import { Checkbox } from '@skein/ui/checkbox';
import { Hint, Label } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';

type Provider = (typeof espProviders)[number];
type Choice = 'ANY' | EspRule['action'];

const leadsAt: Record<Provider, string> = {
  GMAIL: 'Leads at Gmail',
  OUTLOOK: 'Leads at Outlook',
  OTHER: 'Leads at other providers',
};
const choices: { value: Choice; label: string }[] = [
  { value: 'ANY', label: 'Any mailbox' },
  { value: 'ONLY_BY', label: 'Only by' },
  { value: 'DO_NOT_SEND', label: 'Don’t send' },
];

/** The rules with another choice for one provider; "only by" begins with the provider itself. */
export function withChoice(rules: readonly EspRule[], recipient: Provider, choice: Choice): EspRule[] {
  const others = rules.filter((rule) => rule.recipient !== recipient);
  if (choice === 'ANY') return others;
  const rule: EspRule =
    choice === 'DO_NOT_SEND' ? { recipient, action: choice } : { recipient, action: choice, senders: [recipient] };
  return inOrder([...others, rule]);
}

/** The rules with a sender put to or taken from one of them; the last one stays, because a rule without senders says nothing. */
export function withSender(rules: readonly EspRule[], recipient: Provider, sender: Provider, on: boolean): EspRule[] {
  return rules.map((rule) => {
    if (rule.recipient !== recipient || rule.action !== 'ONLY_BY') return rule;
    const senders = espProviders.filter((each) => (each === sender ? on : rule.senders.includes(each)));
    return senders.length === 0 ? rule : { ...rule, senders };
  });
}

const inOrder = (rules: readonly EspRule[]): EspRule[] =>
  espProviders.flatMap((provider) => rules.filter((rule) => rule.recipient === provider));

/** One line for each provider of leads: which mailboxes may write to it. */
export function EspRulesField({
  rules,
  onRules,
  mayWrite,
}: {
  rules: readonly EspRule[];
  onRules: (rules: EspRule[]) => void;
  mayWrite: boolean;
}) {
  return (
    <Stack $gap={3} role="group" aria-label="ESP rules">
      <Label as="span">ESP rules</Label>
      {espProviders.map((recipient) => {
        const rule = rules.find((each) => each.recipient === recipient);
        return (
          <Stack $gap={2} key={recipient}>
            <Row $wrap>
              <span style={{ flex: '1 1 180px' }}>{leadsAt[recipient]}</span>
              <div style={{ flex: '0 1 160px' }}>
                <Select
                  aria-label={leadsAt[recipient]}
                  disabled={!mayWrite}
                  options={choices}
                  value={rule?.action ?? 'ANY'}
                  onValueChange={(choice) => onRules(withChoice(rules, recipient, choice as Choice))}
                />
              </div>
            </Row>
            {rule?.action === 'ONLY_BY' && (
              <Row $gap={4} $wrap role="group" aria-label={`Mailboxes for ${leadsAt[recipient].toLowerCase()}`}>
                {espProviders.map((sender) => (
                  <Checkbox
                    key={sender}
                    label={espNames[sender]}
                    disabled={!mayWrite || (rule.senders.length === 1 && rule.senders[0] === sender)}
                    checked={rule.senders.includes(sender)}
                    onCheckedChange={(on) => onRules(withSender(rules, recipient, sender, on))}
                  />
                ))}
              </Row>
            )}
          </Stack>
        );
      })}
      <Hint>
        Rules override ESP matching for first emails. Follow-ups stay in their thread, except where you don’t send at
        all. The forecast in Final review shows what your rules cost.
      </Hint>
    </Stack>
  );
}
