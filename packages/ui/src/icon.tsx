import type { SVGProps } from 'react';
import { styled } from 'styled-components';
import { glyphShapes } from './glyph-shapes';
import type { GlyphName } from './glyph-shapes';
import { heavyIcons, iconPaths } from './icon-paths';
import type { IconName } from './icon-paths';

export type { GlyphName } from './glyph-shapes';
export type { IconName } from './icon-paths';

const Drawing = styled.svg`
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

const Filled = styled.svg`
  flex: none;
  fill: currentColor;
  stroke: none;
`;

/** Props of an {@link Icon}. `title` gives it an accessible name; without one it is decoration. */
export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: IconName;
  /** Edge in px: 12, 14, 16 (default) or 20. */
  size?: 12 | 14 | 16 | 20;
  title?: string;
}

/** A 16 px line icon of the one set. */
export function Icon({ name, size = 16, title, ...rest }: IconProps) {
  const strokeWidth = heavyIcons.has(name) ? 2 : size === 20 ? 1.25 : 1.5;
  return (
    <Drawing
      viewBox="0 0 16 16"
      width={size}
      height={size}
      strokeWidth={strokeWidth}
      data-icon={name}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
      {...rest}
    >
      <path d={iconPaths[name]} />
    </Drawing>
  );
}

/** Props of a {@link Glyph}. */
export interface GlyphProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: GlyphName;
  /** Edge in px; 12 by default. */
  size?: number;
  title?: string;
}

/** A 12 px filled status, category or trend glyph. */
export function Glyph({ name, size = 12, title, ...rest }: GlyphProps) {
  return (
    <Filled
      viewBox="0 0 12 12"
      width={size}
      height={size}
      data-glyph={name}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
      {...rest}
    >
      {glyphShapes[name]}
    </Filled>
  );
}
