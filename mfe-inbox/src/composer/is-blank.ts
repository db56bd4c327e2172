/** Whether HTML of the editor says anything. */
export const isBlank = (html: string): boolean =>
  html.replace(/<[^<>]*>|&nbsp;|\s+/g, '') === '' && !/<img\b/i.test(html);
