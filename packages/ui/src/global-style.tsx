import { createGlobalStyle } from 'styled-components';
import { tokensCss } from './tokens';

/** The page-wide rules: reset, body type, focus ring. Text, so that a host page can inline it for the first paint. */
export const baseCss = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--bg); color: var(--text);
  font: var(--w-regular) var(--fs-3)/var(--lh-3) var(--font);
  letter-spacing: -.006em; -webkit-font-smoothing: antialiased; text-rendering: geometricPrecision;
}
h1, h2, h3, h4, h5, h6, p, ul, ol, dl, dd, figure, fieldset, pre, blockquote { margin: 0; padding: 0; font-size: inherit; line-height: inherit; font-weight: inherit; }
ul, ol { list-style: none; }
fieldset { border: 0; min-width: 0; }
button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; text-rendering: inherit; }
button { background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; }
a { color: inherit; text-decoration: none; }
table { border-collapse: separate; border-spacing: 0; width: 100%; }
b, strong { font-weight: var(--w-bold); }
::placeholder { color: var(--muted); opacity: 1; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
::selection { background: color-mix(in oklab, var(--accent) 26%, transparent); }
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation-duration: .01ms !important; animation-iteration-count: 1 !important; transition-duration: .01ms !important; scroll-behavior: auto !important; }
}
/* Where a page marks a part with data-print, paper shows that part alone. */
@media print {
  body:has([data-print]) :not(:has([data-print]), [data-print], [data-print] *) { display: none !important; }
  body:has([data-print]) :has([data-print]) {
    display: block !important; position: static !important; overflow: visible !important; height: auto !important;
    max-width: none !important; margin: 0 !important; padding: 0 !important; border: 0 !important; background: none !important;
  }
}
`;

/**
 * Global CSS of the product. Mounted once, by the shell; remotes bring component styles only.
 * The font is not part of it: the shell imports `@fontsource-variable/inter/wght.css` in its entry, so that the
 * files are hashed and served from our own origin; `--font` names that family first.
 */
export const GlobalStyle = createGlobalStyle`${tokensCss}${baseCss}`;
