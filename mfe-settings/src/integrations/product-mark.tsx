import { styled } from 'styled-components';
import { Icon, type IconName } from '@skein/ui/icon';
import { productMarks, type ProductMarkName } from './product-marks';

const Tile = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 28px;
  border: 1px solid var(--border);
  border-radius: var(--r-2);
  color: var(--muted);
`;

/** How a product is shown beside its name: by its own mark, or by an icon of what it does where we may not draw one. */
export type MarkOf = { product: ProductMarkName } | { icon: IconName };

/** The mark of a product on a tile; its name is always written next to it. */
export function ProductMark({ of }: { of: MarkOf }) {
  return (
    <Tile aria-hidden data-mark={'product' in of ? of.product : of.icon}>
      {'icon' in of ? (
        <Icon name={of.icon} />
      ) : (
        <svg viewBox="0 0 24 24" width={16} height={16}>
          {productMarks[of.product].map(({ colour, path }) => (
            <path key={path} d={path} fill={colour} />
          ))}
        </svg>
      )}
    </Tile>
  );
}
