import { useInboxBookingLinkQuery, useInboxSaveBookingLinkMutation } from '../api';

/** The person's booking page. `save` rejects with the server's problem. */
export function useBookingLink() {
  const { data } = useInboxBookingLinkQuery();
  const [save, { isLoading: isSaving }] = useInboxSaveBookingLinkMutation();
  return {
    url: data?.url ?? null,
    label: data?.label ?? 'Book a time',
    isSaving,
    save: (url: string, label: string) => save({ body: { url, label } }).unwrap(),
  };
}
export type BookingPage = ReturnType<typeof useBookingLink>;
