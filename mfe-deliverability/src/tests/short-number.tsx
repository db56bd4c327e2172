import { styled } from 'styled-components';
import { NumberInput } from '@skein/ui/number-input';

/** A number of a few digits, as wide as it needs. */
export const ShortNumber = styled(NumberInput)`
  max-width: 160px;
`;
