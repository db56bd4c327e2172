import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Grid, Row } from '@skein/ui/layout';
import { NumberLine, SignatureLine, TextLine, ZoneLine } from '../connect/form-parts';
import { TagDialog } from '../mailboxes-list/tag-dialog';
import { capLine } from '../mailbox-texts';
import { TrackingDomainCard } from '../tracking-domain/tracking-domain-card';
import { TwoColumns } from './card-parts';
import { ClientCard } from './client-card';
import type { TabProps } from './tab-props';
import { RampAndRest } from './ramp-and-rest';
import { SettingsForm } from './settings-form';

/** Limits, addresses, signature, tracking and tags. */
export function ManagementTab({ mailbox }: TabProps) {
  const writes = useAccess().may('mailbox.write');
  const [tagging, setTagging] = useState(false);
  return (
    <TwoColumns>
      <div>
        <SettingsForm
          title="Daily limits"
          mailbox={mailbox}
          fields={['message_per_day', 'min_time_to_wait_minutes', 'time_zone']}
        >
          <Grid $min={180}>
            <NumberLine
              name="message_per_day"
              label="Campaign emails a day"
              unit="a day"
              min={0}
              max={2000}
              hint={`The provider allows ${mailbox.provider_daily_limit.toLocaleString('en-US')}.`}
            />
            <NumberLine
              name="min_time_to_wait_minutes"
              label="Gap between two emails"
              unit="min"
              min={0}
              max={1440}
              hint="At least this long."
            />
          </Grid>
          <ZoneLine />
          <Hint>{capLine(mailbox).text}</Hint>
        </SettingsForm>
        <RampAndRest key={`${mailbox.id} ${JSON.stringify(mailbox.ramp)} ${mailbox.resting_until}`} mailbox={mailbox} />
        <ClientCard mailbox={mailbox} />
        <Card
          title="Tags"
          {...(writes
            ? {
                actions: (
                  <Button size="small" icon="tag" onClick={() => setTagging(true)}>
                    Change tags
                  </Button>
                ),
              }
            : {})}
        >
          {mailbox.tags.length === 0 ? (
            <Hint>No tag yet. Tags filter the list of mailboxes.</Hint>
          ) : (
            <Row $gap={1} $wrap>
              {mailbox.tags.map((tag) => (
                <Badge key={tag.id}>{tag.name}</Badge>
              ))}
            </Row>
          )}
        </Card>
      </div>
      <div>
        <SettingsForm
          title="Addresses and tracking"
          mailbox={mailbox}
          fields={['different_reply_to_address', 'bcc_email', 'custom_tracking_domain']}
        >
          <TextLine
            name="different_reply_to_address"
            label="Reply-to address"
            optional
            hint="Where replies go instead. Replies sent elsewhere are not read here."
            type="email"
          />
          <TextLine name="bcc_email" label="Bcc address" optional hint="Gets a copy of every email." type="email" />
          <TextLine
            name="custom_tracking_domain"
            label="Tracking domain"
            optional
            placeholder="go.company.com"
            hint="Links in its emails use it once it is verified; until then they use this product’s own."
          />
        </SettingsForm>
        <TrackingDomainCard domain={mailbox.custom_tracking_domain} />
        <SettingsForm title="Signature" mailbox={mailbox} fields={['signature']}>
          <SignatureLine />
        </SettingsForm>
      </div>
      {tagging && <TagDialog ids={[mailbox.id]} rows={[mailbox]} onClose={() => setTagging(false)} />}
    </TwoColumns>
  );
}
