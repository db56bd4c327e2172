import { css, styled } from 'styled-components';

/** Rules that hide something from sight and keep it for screen readers. */
export const visuallyHiddenRules = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Text for screen readers only. */
export const VisuallyHidden = styled.span`
  ${visuallyHiddenRules}
`;
