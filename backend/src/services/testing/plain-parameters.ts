/** The next date of the office hours of the fixture: every second Wednesday from 7 January 2026. */
function nextOfficeHours(): string {
  const fortnight = 14 * 86_400_000;
  const passed = Math.ceil((Date.now() - Date.UTC(2026, 0, 7)) / fortnight);
  return `office-hours.${new Date(Date.UTC(2026, 0, 7) + passed * fortnight).toISOString().slice(0, 10)}`;
}

/** Parameters that are no id of a row: a value that an attack may send. */
export const plainParameters: Record<string, string | number> = {
  token: 'x'.repeat(40),
  remote: 'nothing',
  file: 'nothing.js',
  list: 'all-leads',
  version: 1,
  index: 0,
  testMailId: 2_000_000_000,
  kind: 'logo',
  provider: 'GMAIL',
  eventType: 'EMAIL_REPLY',
  folder: 'profile',
  imageFile: 'nothing.png',
  slug: 'how-a-campaign-works',
  eventId: nextOfficeHours(),
  eventSlug: 'office-hours',
};
