import { z } from 'zod';
import { instant } from '../schemas';

/** What an item of the library is (docs/domain.md, University). A video without a recording is shown as the guide it also is. */
export const itemTypes = ['Vimeo', 'Video', 'Ebook', 'Guide'] as const;
export const progressStates = ['NONE', 'STARTED', 'DONE'] as const;

/** Text inside a block: plain, strong, emphasised, code, or a link. */
export const inline = z.object({
  text: z.string(),
  mark: z.enum(['strong', 'emphasis', 'code']).nullable(),
  href: z.string().nullable(),
});
export type Inline = z.output<typeof inline>;

const cell = z.array(inline);

/** One block of a text, in reading order. The page draws blocks itself, so no HTML crosses the wire. */
export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.number().int().min(2).max(4), id: z.string(), content: cell }),
  z.object({ kind: z.literal('paragraph'), content: cell }),
  z.object({ kind: z.literal('quote'), content: cell }),
  z.object({ kind: z.literal('code'), language: z.string(), text: z.string() }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(cell) }),
  /** An address below the service's own; the size in pixels keeps its place while it loads. */
  z.object({
    kind: z.literal('picture'),
    src: z.string(),
    alt: z.string(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
  }),
  z.object({ kind: z.literal('table'), head: z.array(cell), rows: z.array(z.array(cell)) }),
]);
export type Block = z.output<typeof block>;

export const itemSummary = z.object({
  slug: z.string(),
  title: z.string(),
  type: z.enum(itemTypes),
  duration: z.string(),
  page_count: z.number().int().nullable(),
  summary: z.string(),
  authors: z.array(z.string()),
  categories: z.array(z.string()),
  course: z.string().nullable(),
  /** The address in the product where this item helps. */
  helps: z.string().nullable(),
  /** Route patterns of the screens that offer this item in their help: `/app/email-account/:mailboxId/*`. */
  screens: z.array(z.string()),
  state: z.enum(progressStates),
  is_saved: z.boolean(),
});
export type ItemSummary = z.output<typeof itemSummary>;

export const course = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  icon_name: z.string(),
  background_color: z.string(),
  items: z.array(z.string()),
});
export type Course = z.output<typeof course>;

export const category = z.object({
  slug: z.string(),
  title: z.string(),
  icon_name: z.string(),
  items: z.number().int(),
});
export type Category = z.output<typeof category>;

export const itemDetail = itemSummary.extend({
  /** The recording of a video, opened at its host. */
  content_url: z.string().nullable(),
  outer_url: z.string().nullable(),
  /** A recording that this installation serves; its addresses are below the service's own. */
  video: z
    .object({
      url: z.string(),
      /** WebVTT. */
      captions_url: z.string().nullable(),
      poster_url: z.string().nullable(),
      seconds: z.number().nullable(),
      chapters: z.array(z.object({ at: z.number(), title: z.string() })),
      /** What the captions say, and the second at which each sentence begins. */
      transcript: z.array(z.object({ at: z.number(), text: z.string() })),
    })
    .nullable(),
  blocks: z.array(block),
});
export type ItemDetail = z.output<typeof itemDetail>;

export const universityEvent = z.object({
  /** Slug and day of this date of the event: `office-hours.2026-12-02`. */
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  host: z.string(),
  starts_at: instant,
  ends_at: instant,
  /** IANA zone that the event is announced in. */
  time_zone: z.string(),
  /** Null for a person who has not registered. */
  join_url: z.string().nullable(),
  recording_url: z.string().nullable(),
  is_registered: z.boolean(),
  /** People of this workspace who registered. */
  registered: z.number().int(),
});
export type UniversityEvent = z.output<typeof universityEvent>;
