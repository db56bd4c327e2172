import { brandFonts, brandRadii, type BrandFont, type BrandRadius } from '@skein/contracts/brand-theme';
import { Field } from '@skein/ui/field';
import { Segmented } from '@skein/ui/segmented';
import { Select } from '@skein/ui/select';
import { Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';

const fontLabels: Record<BrandFont, string> = {
  standard: 'Inter',
  system: 'Font of the device',
  humanist: 'Humanist sans serif',
  serif: 'Serif',
};
const radiusLabels: Record<BrandRadius, string> = { sharp: 'Square', standard: 'Standard', round: 'Round' };

/** The font and the corners of a brand. */
export function ShapeFields({
  font,
  radius,
  onFont,
  onRadius,
}: {
  font: BrandFont;
  radius: BrandRadius;
  onFont: (font: BrandFont) => void;
  onRadius: (radius: BrandRadius) => void;
}) {
  return (
    <>
      <Field label="Font">
        <Select<BrandFont>
          value={font}
          onValueChange={onFont}
          options={brandFonts.map((value) => ({ value, label: fontLabels[value] }))}
        />
      </Field>
      <Stack $gap={1} $align="start">
        <Text $weight="medium">Corners</Text>
        <Segmented<BrandRadius>
          label="Corners"
          value={radius}
          onValueChange={onRadius}
          items={brandRadii.map((id) => ({ id, label: radiusLabels[id] }))}
        />
      </Stack>
    </>
  );
}
