import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { Dialog } from '@skein/ui/dialog';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Text } from '@skein/ui/text';
import { Mark } from './integration-card';
import { rowsCall } from './key-dialog';

/** How a list of ListKit becomes leads. There is nothing to connect: it comes as a file, or as rows with an API key. */
export function ListKitCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <Stack $gap={3}>
        <Row>
          <Mark aria-hidden>LK</Mark>
          <Text as="h3" $weight="bold">
            ListKit
          </Text>
        </Row>
        <Text $tone="muted">
          Bring a ListKit list: import its CSV export, or send its rows over the API. There is nothing to connect.
        </Text>
        <Row $wrap>
          <Link href="/app/leads/lists">Import a CSV export</Link>
          <Button variant="ghost" onClick={() => setOpen(true)}>
            Show the API call
          </Button>
        </Row>
      </Stack>
      {isOpen && (
        <Dialog
          open
          onOpenChange={setOpen}
          size="medium"
          title="Send ListKit rows over the API"
          description="With an API key from Settings, Security. A list’s number is in its address."
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <CodeBlock label="API call" code={rowsCall('LISTKIT', window.location.origin)} />
        </Dialog>
      )}
    </Card>
  );
}
