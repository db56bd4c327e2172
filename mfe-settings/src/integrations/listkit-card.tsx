import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { CodeBlock } from '@skein/ui/code-block';
import { Dialog } from '@skein/ui/dialog';
import { rowsCall } from './key-dialog';
import { ProductCard } from './product-card';

/** How a list of ListKit becomes leads. There is nothing to connect: it comes as a file, or as rows with an API key. */
export function ListKitCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ProductCard
        name="ListKit"
        mark={{ icon: 'list' }}
        does="Import the CSV export of a ListKit list, or send its rows over the API. There is nothing to connect."
        actions={
          <>
            <Button href="/app/leads/lists">Import a CSV export</Button>
            <Button variant="ghost" onClick={() => setOpen(true)}>
              Show the API call
            </Button>
          </>
        }
      />
      {isOpen && (
        <Dialog
          open
          onOpenChange={setOpen}
          size="medium"
          title="Send ListKit rows over the API"
          description="With an API key from Settings, API keys. A list’s number is in its address."
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <CodeBlock label="API call" code={rowsCall('LISTKIT', window.location.origin)} />
        </Dialog>
      )}
    </>
  );
}
