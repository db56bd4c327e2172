// What the shell provides under the name styled-components: without what servers render with, and themes as variables of its own.
export {
  StyleSheetManager,
  ThemeContext,
  ThemeProvider,
  createGlobalStyle,
  css,
  default,
  isStyledComponent,
  keyframes,
  styled,
  useTheme,
} from 'styled-components-source';
