/** One of the variants of a step that a test sends to its seeds in turn. */
export interface TestVariant {
  variant_id: number;
  /** The letter of the variant. */
  label: string;
  subject: string;
  body_text: string;
  body_html: string | null;
}

/** An email that a person sent with another tool, as it arrived. */
export interface ArrivedContent {
  subject: string;
  text: string;
  html: string | null;
  hasUnsubscribeHeader: boolean;
  size: number;
}
