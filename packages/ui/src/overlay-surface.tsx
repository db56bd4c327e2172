import { css, keyframes } from 'styled-components';

/** The panel of everything that floats. */
export const overlaySurface = css`
  background: var(--overlay);
  color: var(--text);
  border: 1px solid var(--border-strong);
  border-radius: var(--r-3);
  box-shadow: var(--shadow-2);
`;

/** Opening of menus and popovers. */
export const appear = keyframes`from { opacity: 0; transform: translateY(-4px); }`;

/** Opening of the layer behind a dialog. */
export const fade = keyframes`from { opacity: 0; }`;

/** Opening of a dialog. */
export const rise = keyframes`from { opacity: 0; transform: translateY(8px); }`;

/** Opening of a drawer. */
export const slide = keyframes`from { opacity: 0; transform: translateX(8px); }`;
