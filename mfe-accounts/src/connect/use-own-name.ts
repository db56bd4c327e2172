import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useUser } from '@skein/mfe/session';
import { useListMailboxesQuery } from '../api';
import type { ConnectionForm } from './connection-form';

/** The first mailbox of a workspace is most often the person's own: its sender's name is proposed, unless one is typed or about to be. */
export function useOwnName({ getValues, setValue }: Pick<UseFormReturn<ConnectionForm>, 'getValues' | 'setValue'>) {
  const { name } = useUser();
  const { data } = useListMailboxesQuery({ query: { limit: 1 } });
  const isFirst = data?.rows.length === 0;
  useEffect(() => {
    // Into the field that has the focus a proposal would come between the keys.
    const isTyping = document.activeElement?.getAttribute('name') === 'from_name';
    if (isFirst && !isTyping && getValues('from_name').trim() === '')
      setValue('from_name', name, { shouldValidate: false });
  }, [isFirst, name, getValues, setValue]);
}
