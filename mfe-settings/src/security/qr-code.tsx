import { encode } from 'uqr';
import { styled } from 'styled-components';

/** Always dark on light: cameras read nothing else reliably. */
const Sheet = styled.svg`
  display: block;
  width: 184px;
  height: 184px;
  max-width: 100%;
  border-radius: var(--r-2);
  background: #fff;
`;

/** A QR code, drawn here: what it says goes to no other server. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 3 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Sheet viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={squares} fill="#000" />
    </Sheet>
  );
}
