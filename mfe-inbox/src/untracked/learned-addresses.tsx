import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { CardList } from '@skein/ui/card';
import { Dialog } from '@skein/ui/dialog';
import { EmptyState } from '@skein/ui/empty-state';
import { IconButton } from '@skein/ui/icon-button';
import { fullInstant } from '@skein/ui/instant';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { SearchInput } from '@skein/ui/text-input';
import { useUi } from '@skein/ui/ui-provider';
import { useLearnedAddresses } from './use-learned-addresses';

/** Addresses that associations have taught; each can be forgotten. */
export function LearnedAddresses({ mayChange, onClose }: { mayChange: boolean; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const { timeZone } = useUi();
  const { rows, problem, forget } = useLearnedAddresses(search.trim());
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Learned addresses"
      description="Replies from these addresses go to their lead. Matching a reply adds its address."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <SearchInput
        aria-label="Search addresses"
        placeholder="Address"
        value={search}
        maxLength={200}
        onChange={(event) => setSearch(event.target.value)}
        onClear={() => setSearch('')}
      />
      {!rows && !problem && (
        <Loading label="Loading the addresses">
          <SkeletonLines lines={4} />
        </Loading>
      )}
      {!rows && problem && (
        <EmptyState
          level={3}
          icon="alert"
          title="The addresses couldn't be loaded"
          actions={<Button onClick={problem.onRetry}>Try again</Button>}
        >
          {problem.message}
        </EmptyState>
      )}
      {rows?.length === 0 && (
        <EmptyState level={3} icon="user" title={search === '' ? 'No addresses yet' : 'No such address'}>
          {search === '' ? 'Match an untracked reply to its lead, and its address appears here.' : undefined}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <CardList aria-label="Learned addresses">
          {rows.map((rule) => (
            <li key={rule.id}>
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text $truncate $weight="medium">
                  {rule.email}
                </Text>
                <SubLine title={fullInstant(rule.learned_at, timeZone)}>
                  {rule.lead.name === rule.lead.email ? rule.lead.email : `${rule.lead.name}, ${rule.lead.email}`}
                  {rule.learned_from ? ` · matched by ${rule.learned_from}` : ''}
                </SubLine>
              </div>
              {mayChange && (
                <IconButton
                  icon="trash"
                  label={`Forget ${rule.email}`}
                  onClick={() => void forget(rule.id, rule.email)}
                />
              )}
            </li>
          ))}
        </CardList>
      )}
    </Dialog>
  );
}
