import { styled } from 'styled-components';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { SecretLine, TextLine } from './form-parts';
import { type useConnectionForm } from './use-connection-form';

export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(280px, 2fr);
  gap: var(--s-4);
  align-items: start;
  width: 100%;
  @media (max-width: 960px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export const Beside = styled.div`
  position: sticky;
  top: 0;
  display: grid;
  gap: var(--s-4);
`;

const Details = styled.details`
  & > summary {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
    cursor: pointer;
    font-weight: var(--w-medium);
    color: var(--accent-text);
    border-radius: 2px;
    &:hover {
      text-decoration: underline;
      text-underline-offset: 3px;
    }
  }
  & > div {
    padding-top: var(--s-4);
  }
`;

export const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: var(--s-2);
  flex: none;
  min-height: 52px;
  padding: var(--s-2) var(--s-6);
  border-top: 1px solid var(--border);
  background: var(--surface);
  & > p {
    margin-right: auto;
  }
  @media (max-width: 720px) {
    padding: var(--s-2) var(--s-4);
    & > p {
      display: none;
    }
  }
`;

/** A refresh token in the place of a password. */
export function Advanced({ form: { form, values } }: { form: ReturnType<typeof useConnectionForm> }) {
  const { setValue } = form;
  return (
    <Details open={values.login === 'oauth'}>
      <summary>Connect with an OAuth token instead of a password</summary>
      <Stack $gap={4}>
        <Field label="Log in with">
          <RadioGroup
            value={values.login}
            onValueChange={(login) => {
              setValue('login', login, { shouldDirty: true });
              form.clearErrors();
            }}
            options={[
              { value: 'password', label: 'A password', hint: 'PLAIN or LOGIN over the encrypted connection' },
              {
                value: 'oauth',
                label: 'A refresh token (XOAUTH2)',
                hint: 'From your own OAuth client; access tokens are fetched when needed and never stored',
              },
            ]}
          />
        </Field>
        {values.login === 'oauth' && (
          <Grid $min={220}>
            <TextLine name="token_url" label="Token address" placeholder="https://oauth2.googleapis.com/token" />
            <TextLine name="client_id" label="Client id" />
            <SecretLine name="client_secret" label="Client secret" />
            <SecretLine name="refresh_token" label="Refresh token" />
          </Grid>
        )}
      </Stack>
    </Details>
  );
}
