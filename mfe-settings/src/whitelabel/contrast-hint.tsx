import {
  contrastOnDark,
  contrastOnLight,
  leastContrast,
  nearestLegible,
  nearestLegibleOnDark,
} from '@skein/contracts/brand-colours';
import { Button } from '@skein/ui/button';
import { Hint } from '@skein/ui/field';

const themes = {
  light: { word: 'light', measure: contrastOnLight, nearest: nearestLegible },
  dark: { word: 'dark', measure: contrastOnDark, nearest: nearestLegibleOnDark },
};
/** Rounded down: 4.46 must not read as 4.5. */
const shown = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

/** Says how legible a colour is in a theme, and offers the nearest one that is. */
export function ContrastHint({
  accent,
  theme,
  empty,
  isRefused,
  onTake,
}: {
  accent: string;
  theme: 'light' | 'dark';
  /** Said while there is no colour. */
  empty: string;
  /** Whether the field's error says it already. */
  isRefused: boolean;
  onTake: (colour: string) => void;
}) {
  const colour = accent.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(colour)) return <Hint>{empty}</Hint>;
  const { word, measure, nearest } = themes[theme];
  const ratio = measure(colour);
  if (ratio >= leastContrast)
    return (
      <Hint>
        Lowest contrast in the {word} theme: {shown(ratio)} to 1.
      </Hint>
    );
  return (
    <Hint>
      {!isRefused &&
        `Lowest contrast in the ${word} theme: ${shown(ratio)} to 1. At least ${leastContrast} is needed. `}
      {/* The field keeps the focus while the button is pressed: its error would move the button away from under the pointer. */}
      <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={() => onTake(nearest(colour))}>
        Take {nearest(colour)}
      </Button>
    </Hint>
  );
}
