import { useState } from 'react';
import { styled } from 'styled-components';
import type { TeamMember } from '@skein/contracts/data-query/operations';
import type { Assignments } from '@skein/contracts/main/team.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { Dialog } from '@skein/ui/dialog';
import { Stack } from '@skein/ui/layout';
import { SkeletonLines } from '@skein/ui/skeleton';
import { SearchInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useAssignments } from './team.hooks';

const kinds = [
  { key: 'campaign_ids', of: 'campaigns', label: 'Campaigns' },
  { key: 'client_ids', of: 'clients', label: 'Clients, with all their campaigns and mailboxes' },
  { key: 'mailbox_ids', of: 'mailboxes', label: 'Mailboxes' },
] as const;

const Group = styled.fieldset`
  display: grid;
  gap: var(--s-2);
  margin: 0;
  padding: 0;
  border: 0;
  min-width: 0;
  legend {
    padding: 0 0 var(--s-2);
    font-weight: var(--w-medium);
  }
`;
const Scroll = styled.div`
  display: grid;
  gap: var(--s-2);
  max-height: 168px;
  overflow: auto;
  padding: 2px;
`;

/** What a member with limited access works on. What they made themselves is theirs anyhow. */
export function AssignDialog({
  member,
  onClose,
}: {
  member: Pick<TeamMember, 'id' | 'name'>;
  onClose: (changed: boolean) => void;
}) {
  const [search, setSearch] = useState('');
  const [draft, setDraft] = useState<Assignments | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { present, choices, problem: failed, assign, isAssigning } = useAssignments(member.id, search.trim());
  const chosen = draft ?? present;
  const turn = (key: keyof Assignments, id: number, on: boolean) =>
    chosen && setDraft({ ...chosen, [key]: on ? [...chosen[key], id] : chosen[key].filter((each) => each !== id) });
  const save = async () => {
    if (!chosen) return;
    try {
      await assign(chosen);
      toasts.show({ title: `${member.name} works on what you chose` });
      onClose(true);
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      size="medium"
      title={`What ${member.name} works on`}
      description="A limited member sees only this, and what they created themselves."
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button
            variant="primary"
            loading={isAssigning}
            onClick={() => void save()}
            {...(chosen ? {} : { disabledReason: 'Still loading' })}
          >
            Save
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {(problem ?? failed) && (
          <Callout tone="danger" role="alert">
            {problem ?? failed}
          </Callout>
        )}
        <SearchInput
          aria-label="Search what can be assigned"
          placeholder="Name or address"
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onClear={() => setSearch('')}
        />
        {!chosen || !choices
          ? !failed && <SkeletonLines lines={6} />
          : kinds.map(({ key, of, label }) => (
              <Group key={key}>
                <legend>
                  {label}
                  {chosen[key].length > 0 ? ` (${chosen[key].length})` : ''}
                </legend>
                <Scroll tabIndex={0} role="group" aria-label={label}>
                  {choices?.[of].map((choice) => (
                    <Checkbox
                      key={choice.id}
                      label={choice.name}
                      checked={chosen[key].includes(choice.id)}
                      onCheckedChange={(on) => turn(key, choice.id, on)}
                    />
                  ))}
                  {choices?.[of].length === 0 && <span>{search.trim() ? 'None matches.' : 'None yet.'}</span>}
                </Scroll>
              </Group>
            ))}
      </Stack>
    </Dialog>
  );
}
