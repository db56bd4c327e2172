import { useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { IconButton } from '@skein/ui/icon-button';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { bookingHtml } from './booking-html';
import { useBookingLink, type BookingPage } from './use-booking-link';

/** Inserts the person's booking page; asks for it the first time, and again with the shift key. */
export function BookingLink({ onInsert }: { onInsert: (html: string) => void }) {
  const page = useBookingLink();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton
        icon="calendar"
        label={page.url ? 'Insert your booking link' : 'Add your booking link'}
        onClick={(event) => {
          if (page.url && !event.shiftKey) onInsert(bookingHtml(page.url, page.label));
          else setAsking(true);
        }}
      />
      {asking && (
        <BookingDialog
          page={page}
          onClose={() => setAsking(false)}
          onSaved={(url, label) => {
            setAsking(false);
            onInsert(bookingHtml(url, label));
          }}
        />
      )}
    </>
  );
}

function BookingDialog({
  page,
  onClose,
  onSaved,
}: {
  page: BookingPage;
  onClose: () => void;
  onSaved: (url: string, label: string) => void;
}) {
  const [url, setUrl] = useState(page.url ?? '');
  const [label, setLabel] = useState(page.label);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    try {
      const saved = await page.save(url.trim(), label.trim() || 'Book a time');
      if (saved.url) onSaved(saved.url, saved.label);
      else onClose();
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Your booking link"
      description="Your page at Calendly, Cal.com, HubSpot or another calendar. Only you use it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={page.isSaving} onClick={() => void submit()}>
            Save and insert
          </Button>
        </>
      }
    >
      <Stack $gap={3}>
        <Field label="Address">
          <TextInput
            type="url"
            value={url}
            maxLength={500}
            placeholder="https://cal.com/you/30min"
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <Field label="Text of the link">
          <TextInput value={label} maxLength={100} onChange={(event) => setLabel(event.target.value)} />
        </Field>
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
      </Stack>
    </Dialog>
  );
}
