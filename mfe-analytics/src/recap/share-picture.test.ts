import { sharePicture } from './share-picture';

const nothing = { company: null, sent: null, contacted: null, replied: null, positive: null, meetings: null };

it('shows nothing but the year until figures are chosen', () => {
  const svg = sharePicture(2026, nothing);
  expect(svg).toContain('2026 in review');
  expect(svg).not.toMatch(/positive replies|people contacted|emails sent|meeting requests/);
});

it('shows the chosen figures alone, and a name as text', () => {
  const svg = sharePicture(2026, { ...nothing, company: '<script>A & B', positive: 4812 });
  expect(svg).toContain('4,812');
  expect(svg).not.toContain('<script>');
  expect(svg).not.toContain('emails sent');
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
});
