const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** A booking page as a link of the email. */
export const bookingHtml = (url: string, label: string): string => `<a href="${escaped(url)}">${escaped(label)}</a>`;
