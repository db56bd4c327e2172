import { Checkbox } from '@skein/ui/checkbox';
import { styled } from 'styled-components';

const Place = styled.span<{ $shown: boolean }>`
  position: absolute;
  left: 0;
  top: 8px;
  display: grid;
  place-items: center;
  width: 20px;
  height: 24px;
  border-radius: var(--r-1);
  background: var(--surface);
  opacity: ${({ $shown }) => ($shown ? 1 : 0)};
  li:hover > &,
  &:focus-within {
    opacity: 1;
  }
  @media (max-width: 720px) {
    left: 4px;
    top: 4px;
    width: 36px;
    height: 36px;
    background: none;
  }
  @media (hover: none) {
    ${({ $shown }) => !$shown && 'display: none;'}
  }
`;

/** Chooses a line of a list: in sight under the pointer, with the focus, and while anything is chosen. */
export function SelectBox({
  label,
  checked,
  shown,
  onToggle,
}: {
  label: string;
  checked: boolean;
  shown: boolean;
  onToggle: () => void;
}) {
  return (
    <Place $shown={shown}>
      <Checkbox aria-label={label} checked={checked} onCheckedChange={onToggle} />
    </Place>
  );
}
