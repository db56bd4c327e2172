import type { VariantReading } from './review-texts';

/** One enabled variant with what its texts say. */
export interface ReadVariant extends Pick<VariantReading, 'problems' | 'fields'> {
  stepId: string;
  stepNumber: number;
  variantId: string;
  label: string;
  subject: string;
  email_body: string;
}
