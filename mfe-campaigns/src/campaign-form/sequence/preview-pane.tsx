import { nameOfField } from './step-labels';
import { useState } from 'react';
import { problemOf, type Problem } from '@skein/mfe/problem';
import { Callout } from '@skein/ui/callout';
import { Glyph } from '@skein/ui/icon';
import { Loading } from '@skein/ui/skeleton';
import { Heading } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import type { Previewing } from './preview.hooks';
import { PreviewHead } from './preview-head';
import { PreviewedMail } from './previewed-mail';
import { MailFacts } from './mail-facts';

interface PreviewPaneProps {
  campaignId: number;
  /** The step and the letter of the variant that is written. */
  number: number;
  variantLabel: string;
  previewing: Previewing;
  /** Whether what is shown is what the server keeps. */
  isSaved: boolean;
  width: 'desktop' | 'phone';
  onWidth: (width: 'desktop' | 'phone') => void;
}

/** One step as one lead gets it, rendered by the server with the sender's own function. */
export function PreviewPane({
  campaignId,
  number,
  variantLabel,
  previewing,
  isSaved,
  width,
  onWidth,
}: PreviewPaneProps) {
  const { preview, problem, isStale } = previewing;
  const { timeZone } = useUi();
  const [colors, setColors] = useState<'light' | 'dark'>('light');
  const failure: Problem | null = problem ? problemOf(problem) : null;
  return (
    <section aria-label={`Preview of step ${number}, variant ${variantLabel}`}>
      <Heading $size={3} style={{ paddingBottom: 12 }}>
        Preview: step {number}, variant {variantLabel}
      </Heading>
      <PreviewHead
        campaignId={campaignId}
        previewing={previewing}
        width={width}
        onWidth={onWidth}
        colors={colors}
        onColors={setColors}
      />
      {failure && (
        <div style={{ marginTop: 12 }}>
          <Callout tone="warning" role="alert" title="No preview.">
            {failure.message}
          </Callout>
        </div>
      )}
      {!preview && !failure && (
        <div style={{ marginTop: 16 }}>
          <Loading label="Rendering the preview" />
        </div>
      )}
      {preview && !failure && (
        <div aria-busy={isStale}>
          <PreviewedMail width={width} preview={preview} colors={colors} />
          {preview.missing.length > 0 && (
            <div style={{ marginTop: 12 }}>
              <Callout tone="danger" title="This lead would not get this email.">
                {preview.missing.map((value) => nameOfField(value.name)).join(', ')}{' '}
                {preview.missing.length === 1 ? 'is' : 'are'} empty for this lead, and there is no fallback.
              </Callout>
            </div>
          )}
          <MailFacts
            variantLabel={variantLabel}
            preview={preview}
            isSaved={isSaved}
            timeZone={timeZone}
            colors={colors}
          />
          {preview.bytes > 0 &&
            preview.missing.length === 0 &&
            !preview.problems.some((problem) => problem.is_blocking) &&
            !isStale && (
              <p style={{ display: 'flex', gap: 6, alignItems: 'center', marginTop: 12, fontSize: 'var(--fs-2)' }}>
                <Glyph name="done" style={{ color: 'var(--success)' }} />
                Exactly what is sent.
              </p>
            )}
        </div>
      )}
    </section>
  );
}
