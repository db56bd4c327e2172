import { useAccess } from '@skein/mfe/access';
import { attempt, readProblem } from '@skein/mfe/requests';
import { useListMailboxTagsQuery, useMailboxClientsQuery, useSaveMailboxTagMutation } from './api';

/** Tags of the workspace. `create` answers the new tag; null when it was refused, which is shown. */
export function useMailboxTags() {
  const { data } = useListMailboxTagsQuery();
  const [save] = useSaveMailboxTagMutation();
  return {
    /** Undefined until they are known. */
    tags: data?.tags,
    create: async (name: string) =>
      (await attempt(save({ body: { name } }).unwrap(), 'The tag was not created'))?.value ?? null,
  };
}

/** Clients that a mailbox can belong to, for those who may see them. */
export function useMailboxClients() {
  const asked = useMailboxClientsQuery({ query: {} }, { skip: !useAccess().may('client.read') });
  return { clients: asked.data?.clients ?? [], problem: asked.data ? null : readProblem(asked) };
}
