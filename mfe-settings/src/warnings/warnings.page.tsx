import { noticeKinds } from '@skein/contracts/notice-kinds';
import { showProblem } from '@skein/mfe/toasts';
import { useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Hint } from '@skein/ui/field';
import { Grow, Row } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { agencyApi } from '../agency-api';
import { SettingsLayout } from '../settings-layout';

/** What of each kind a person is told, in the product and by mail. Saved as it is chosen. */
export function WarningsPage() {
  const user = useUser();
  const { data, error, refetch } = agencyApi.useReadNoticeChoicesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [save] = agencyApi.useSaveNoticeChoicesMutation();
  const change = async (choice: NonNullable<typeof data>['choices'][number]) => {
    try {
      await save({ body: { choices: [choice] } }).unwrap();
    } catch (problem) {
      showProblem('Your choice was not saved', problem);
    }
  };
  return (
    <SettingsLayout page="warning-notifications">
      {error && (
        <Callout
          tone="danger"
          role="alert"
          title="Your choices could not be loaded."
          actions={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Callout>
      )}
      <Card title="What you are told" padded={false}>
        {!data && !error && <Loading label="Loading your choices" />}
        <CardList>
          {data?.choices.map((choice) => {
            const { label, explanation } = noticeKinds[choice.kind];
            return (
              <li key={choice.kind} style={{ flexWrap: 'wrap' }}>
                <Grow style={{ minWidth: 200 }}>
                  {label}
                  <Hint>{explanation}</Hint>
                </Grow>
                <Row $gap={4} role="group" aria-label={label}>
                  <Checkbox
                    label="Here"
                    aria-label={`${label}: in the product`}
                    checked={choice.in_app}
                    onCheckedChange={(checked) => void change({ ...choice, in_app: checked })}
                  />
                  <Checkbox
                    label="By mail"
                    aria-label={`${label}: by mail`}
                    checked={choice.by_mail}
                    onCheckedChange={(checked) => void change({ ...choice, by_mail: checked })}
                  />
                </Row>
              </li>
            );
          })}
        </CardList>
      </Card>
      <Hint>Mails go to {user.email}. The choices are yours alone; everybody in the workspace makes their own.</Hint>
    </SettingsLayout>
  );
}
