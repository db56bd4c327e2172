import { useMemo, useState } from 'react';
import { measures, type Measure } from '@skein/contracts/analytics/measures';
import { useSearchParams } from '@skein/mfe/search-params';

/** A figure whose rows are shown. */
export interface OpenFigure {
  measure: Measure;
  variant?: { id: number; text: string };
  day?: string;
}

/** The opened figure is part of the URL, so its rows can be shared as a link; a step or day of it is not. */
export function useOpenFigure() {
  const [query, setQuery] = useSearchParams();
  const [detail, setDetail] = useState<OpenFigure | null>(null);
  const named = query.get('figure');
  const measure = measures.find((known) => known === named) ?? null;
  return useMemo(
    () => ({
      figure: measure === null ? null : detail?.measure === measure ? detail : { measure },
      set: (figure: OpenFigure | null) => {
        setDetail(figure);
        setQuery(
          (current) => {
            if (figure) current.set('figure', figure.measure);
            else current.delete('figure');
            return current;
          },
          { replace: true },
        );
      },
    }),
    [measure, detail, setQuery],
  );
}
