import { useState } from 'react';
import type { TeamMember } from '@skein/contracts/data-query/operations';
import type { GivenRole } from '@skein/contracts/main/team.contract';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { roleOptions } from './roles';

/** Gives a member another role; it acts at once, also in their open browser. */
export function RoleDialog({
  member,
  onSave,
  onClose,
}: {
  member: TeamMember;
  onSave: (role: GivenRole) => Promise<void>;
  onClose: () => void;
}) {
  const hasBilling = speaksOfPlans(useSessionPlan());
  const [role, setRole] = useState<GivenRole | null>(member.role === 'OWNER' ? null : member.role);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (role === null || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSave(role);
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Role of ${member.name}`}
      description="Takes effect immediately, including where they are logged in now."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={busy} onClick={() => void save()}>
            Give this role
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <RadioGroup aria-label="Role" value={role} onValueChange={setRole} options={roleOptions(hasBilling)} />
      </Stack>
    </Dialog>
  );
}
