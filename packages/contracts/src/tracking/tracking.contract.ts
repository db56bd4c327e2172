import { z } from 'zod';
import { defineContract } from '../endpoint';

const token = z.object({ token: z.string().min(20).max(80) });
/** In the place of a token in emails that belong to no lead: previews and tests. */
export const previewToken = 'preview';
const unsubscribeToken = z.object({ token: token.shape.token.or(z.literal(previewToken)) });
const raw = z.unknown();

/** What links in mails point to. The signed token in the address is the only credential; answers are not JSON. */
export const trackingContract = defineContract({
  service: 'tracking',
  tag: 'Tracking',
  endpoints: {
    open: {
      method: 'GET',
      path: '/o/:token',
      access: { who: 'link' },
      summary: 'The pixel of an email: counts an open before it answers',
      params: token,
      response: raw,
      answer: 'raw',
    },
    click: {
      method: 'GET',
      path: '/c/:token',
      access: { who: 'link' },
      summary: 'A link of an email: counts a click, then redirects to the address the email was made with',
      params: token,
      response: raw,
      answer: 'raw',
    },
    unsubscribePage: {
      method: 'GET',
      path: '/u/:token',
      access: { who: 'link' },
      summary: 'The page where a lead unsubscribes (a scanner that follows the link changes nothing)',
      params: unsubscribeToken,
      response: raw,
      answer: 'raw',
    },
    unsubscribe: {
      method: 'POST',
      path: '/u/:token',
      access: { who: 'link' },
      summary: 'One-click unsubscribe (RFC 8058), and the form of the page',
      params: unsubscribeToken,
      response: raw,
      answer: 'raw',
      rawBody: true,
    },
  },
});
