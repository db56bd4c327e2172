import { useFormContext, useWatch } from 'react-hook-form';
import { Checkbox } from '@skein/ui/checkbox';
import { Grid, Stack } from '@skein/ui/layout';
import type { ConnectionForm } from '../connect/connection-form';
import { SecretLine, ServerLine, TextLine } from '../connect/form-parts';

/** User name and servers of a connected mailbox. */
export function ServerFields() {
  const { control, setValue } = useFormContext<ConnectionForm>();
  const separate = useWatch({ control, name: 'separate_imap' });
  return (
    <Stack $gap={4}>
      <TextLine name="username" label="User name" />
      <ServerLine server="smtp" />
      <ServerLine server="imap" />
      <Checkbox
        label="Another login for IMAP"
        checked={separate}
        onCheckedChange={(on) => setValue('separate_imap', on)}
      />
      {separate && (
        <Grid $min={200}>
          <TextLine name="imap_username" label="IMAP user name" />
          <SecretLine name="imap_password" label="IMAP password" hint="Leave empty to keep the stored one." />
        </Grid>
      )}
    </Stack>
  );
}
