import { useState } from 'react';
import { styled } from 'styled-components';
import { domainEndings } from '@skein/contracts/smart-senders/offers';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Row, Stack } from '@skein/ui/layout';
import { StateStatus } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { useDomainSearch, type Draft } from './purchase.hooks';
import { dollars } from './purchase-labels';

const Found = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr));
  gap: 0 var(--s-4);
  & > li {
    display: flex;
    align-items: center;
    gap: var(--s-2);
    min-height: 44px;
    border-bottom: 1px solid var(--border);
    min-width: 0;
  }
  & > li > strong {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
    font-weight: var(--w-medium);
  }
`;
const words = {
  AVAILABLE: ['good', 'Available'],
  TAKEN: ['archived', 'Taken'],
  PREMIUM: ['warning', 'Premium'],
  UNKNOWN: ['waiting', 'Not sold'],
} as const;

/** Searches domains with alternatives, and takes them into the order. */
export function DomainsCard({
  draft,
  change,
  onAdded,
}: {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  onAdded: (next: Draft, names: readonly string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [endings, setEndings] = useState<readonly string[]>(['com', 'net', 'co']);
  const { found, problem, isSearching } = useDomainSearch(asked, draft.offer_id, endings);
  const has = (name: string) => draft.domains.some((domain) => domain.name === name);
  const toggle = (name: string) => {
    if (has(name)) return change({ domains: draft.domains.filter((domain) => domain.name !== name) });
    const domains = [...draft.domains, { name, mailboxes: [] }];
    change({ domains });
    return onAdded({ ...draft, domains }, [name]);
  };
  return (
    <Card title="2. Domains" detail={`${draft.domains.length} chosen`}>
      <Stack $gap={3}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setAsked(typed.trim().toLowerCase());
          }}
        >
          <Row $gap={2}>
            <div style={{ flex: 1, minWidth: 0 }}>
              <TextInput
                icon="search"
                aria-label="Search domains"
                placeholder="A word or a domain"
                value={typed}
                maxLength={253}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
            <Button type="submit" loading={isSearching}>
              Search
            </Button>
          </Row>
        </form>
        <Row $gap={1} $wrap role="group" aria-label="Endings">
          {domainEndings.map((ending) => (
            <Button
              key={ending}
              size="small"
              translate="no"
              aria-pressed={endings.includes(ending)}
              {...(endings.includes(ending) ? {} : { variant: 'ghost' as const })}
              onClick={() =>
                setEndings(endings.includes(ending) ? endings.filter((each) => each !== ending) : [...endings, ending])
              }
            >
              .{ending}
            </Button>
          ))}
        </Row>
        {problem !== null && (
          <Callout tone="danger" role="alert" title="The search failed">
            {problem}
          </Callout>
        )}
        {found && (
          <Found aria-label="Found domains">
            {found.map((row) => (
              <li key={row.name}>
                <strong>{row.name}</strong>
                <span title={row.reason ?? undefined}>
                  <StateStatus state={words[row.state][0]}>{words[row.state][1]}</StateStatus>
                </span>
                <span>{row.price_cents === null ? '–' : dollars(row.price_cents)}</span>
                <Button
                  size="small"
                  icon={has(row.name) ? 'check' : 'plus'}
                  aria-pressed={has(row.name)}
                  aria-label={`${has(row.name) ? 'Remove' : 'Add'} ${row.name}`}
                  disabled={row.state !== 'AVAILABLE'}
                  onClick={() => toggle(row.name)}
                >
                  {has(row.name) ? 'Added' : 'Add'}
                </Button>
              </li>
            ))}
          </Found>
        )}
        <Text $tone="muted">
          {draft.domains.length === 0
            ? 'We also suggest variations such as get…, try…, hello… and …team.'
            : `${counted(draft.domains.length, 'domain')} in this order: ${draft.domains.map((domain) => domain.name).join(', ')}`}
        </Text>
      </Stack>
    </Card>
  );
}
