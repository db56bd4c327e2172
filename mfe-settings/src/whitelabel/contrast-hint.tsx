import { contrast, nearestLegible } from '@skein/contracts/brand-colours';
import { Button } from '@skein/ui/button';
import { Hint } from '@skein/ui/field';

/** Says how legible a colour is, and offers the nearest shade that is. */
export function ContrastHint({ accent, onTake }: { accent: string; onTake: (colour: string) => void }) {
  const colour = accent.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(colour)) return <Hint>Buttons and links. Six digits, such as #3f4fcf.</Hint>;
  const ratio = contrast(colour, '#ffffff');
  // The field keeps the focus while the button is pressed: its error would move the button away from under the pointer.
  if (ratio >= 4.5) return <Hint>White text on it has a contrast of {ratio.toFixed(1)} to 1.</Hint>;
  return (
    <Hint>
      White text on it has a contrast of {ratio.toFixed(1)} to 1; 4.5 is the minimum.{' '}
      <Button
        size="small"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onTake(nearestLegible(colour))}
      >
        Take {nearestLegible(colour)}
      </Button>
    </Hint>
  );
}
