/**
 * Design tokens as CSS custom properties. Components use these roles only; a raw colour elsewhere is a defect.
 * Exported as text so that a host page can also inline it in its first paint, before any script has run.
 */
export const tokensCss = `:root {
  /* Brand: the only variables a whitelabel theme overrides . */
  --brand: #3f4fcf;
  --brand-dark: #8f9bff;      /* the same hue, legible as text on dark surfaces */
  --brand-solid-dark: #5a69e6;/* the same hue, legible under white text on dark surfaces */
  --brand-name: "Skein";
  --brand-logo: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='white' stroke-width='2.25' stroke-linecap='round'%3E%3Cpath d='M5 7.5c6.2 0 7.8 9 14 9'/%3E%3Cpath d='M5 16.5c2.7 0 4.5-1.7 5.9-3.7M13.1 11.2c1.4-2 3.2-3.7 5.9-3.7'/%3E%3Cpath d='M5 12h2.2M16.8 12H19'/%3E%3C/svg%3E");

  /* Type: one family, six sizes, three weights. Line heights sit on the 4 px grid. */
  --font: "Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --fs-1: 11px;  --lh-1: 16px;  /* counts, keys, axis labels, overlines */
  --fs-2: 12px;  --lh-2: 16px;  /* secondary line, hints, badges, table head */
  --fs-3: 13px;  --lh-3: 20px;  /* body, controls, table cells (default) */
  --fs-4: 15px;  --lh-4: 24px;  /* card and dialog titles, mail subject */
  --fs-5: 18px;  --lh-5: 24px;  /* page title */
  --fs-mail: 14px; --lh-mail: 22px; /* mail content only: what people write and receive */
  --fs-6: 24px;  --lh-6: 32px;  /* the figure in a Stat, login title */
  --w-regular: 400; --w-medium: 500; --w-bold: 600;

  /* Space: 4 px grid. */
  --s-1: 4px; --s-2: 8px; --s-3: 12px; --s-4: 16px; --s-5: 20px; --s-6: 24px; --s-8: 32px; --s-10: 40px; --s-12: 48px; --s-16: 64px;

  /* Sizes of controls and rows. */
  --h-sm: 28px; --h-md: 32px; --h-lg: 40px;
  --row-compact: 32px; --row: 40px; --row-two-line: 48px;
  --nav-w: 232px; --nav-w-collapsed: 56px; --topbar-h: 48px;

  /* Three radii. Round things use 50 %. */
  --r-1: 4px;   /* badges, checkboxes, chips, keys */
  --r-2: 6px;   /* buttons, fields, menu items */
  --r-3: 10px;  /* cards, panels, menus, dialogs */

  /* Motion. */
  --t-1: 120ms; --t-2: 160ms; --t-3: 200ms;
  --ease: cubic-bezier(.2, 0, 0, 1);

  --z-sticky: 10; --z-bulk: 20; --z-popover: 40; --z-drawer: 50; --z-dialog: 60; --z-toast: 70;
}

@media (prefers-reduced-motion: reduce) {
  :root { --t-1: 0ms; --t-2: 0ms; --t-3: 0ms; }
}

:root, [data-theme="light"] {
  color-scheme: light;
  --bg: #f5f5f3;              /* canvas behind everything, navigation */
  --surface: #ffffff;         /* panels, cards, tables */
  --surface-2: #fafaf8;       /* table head, wells, read-only areas */
  --surface-3: #f1f0ed;       /* hover, tracks, inactive segments */
  --raised: #ffffff;          /* the selected segment on surface-3 */
  --overlay: #ffffff;         /* menus, popovers, dialogs, toasts */
  --scrim: rgb(24 24 20 / .38);
  --border: #e8e7e3;          /* hairlines between things */
  --border-strong: #d4d3cd;   /* edges of buttons and fields */
  --border-control: #8b8a83;  /* checkbox, switch, slider: 3:1 on surface, a rest in a track: 3:1 on surface-3 */
  --text: #1b1b19;
  --text-2: #45443f;
  --muted: #686760;           /* 4.5:1 on bg, surface, surface-2 and surface-3 */
  --disabled: #a5a49d;        /* disabled only */

  --accent: var(--brand);
  --accent-text: var(--brand);
  --accent-hover: color-mix(in oklab, var(--brand) 88%, black);
  --accent-soft: color-mix(in oklab, var(--brand) 8%, var(--surface));
  --accent-line: color-mix(in oklab, var(--brand) 32%, var(--surface));
  --on-accent: #ffffff;
  --focus: var(--brand);

  --success: #1c7c47; --success-soft: #ebf6ef; --success-line: #bfe0cb;
  --warning: #8a5a00; --warning-soft: #fdf5e2; --warning-line: #efdcae;
  --danger:  #b42a22; --danger-soft:  #fdf0ee; --danger-line:  #f2cbc6;
  --info:    #17649f; --info-soft:    #edf5fb; --info-line:    #c4def0;

  /* One hue and one shape per lead category (id = number; 0 = not assigned). */
  --cat-0: #686760;  /* dashed ring   Not assigned */
  --cat-1: #1c7c47;  /* disc          Interested */
  --cat-2: #7440b5;  /* square        Meeting Request */
  --cat-3: #56606c;  /* ring + bar    Not Interested */
  --cat-4: #b42a22;  /* octagon       Do Not Contact */
  --cat-5: #17649f;  /* diamond       Information Request */
  --cat-6: #8a5a00;  /* half disc     Out Of Office */
  --cat-7: #a22e71;  /* triangle      Wrong Person */

  /* Charts: one ramp from strong to quiet around the brand, roles for measures; each 3:1 on surface and surface-2, whatever the brand. */
  --chart-1: color-mix(in oklab, var(--brand) 60%, var(--text));
  --chart-2: color-mix(in oklab, var(--brand) 80%, var(--text));
  --chart-3: var(--brand);
  --chart-4: color-mix(in oklab, var(--brand) 90%, var(--surface));
  --chart-5: color-mix(in oklab, var(--brand) 81%, var(--surface));
  --chart-6: color-mix(in oklab, var(--brand) 74%, var(--surface));
  --chart-warn: #b9821c;
  --chart-neutral: #8b8a83;
  --chart-grid: #eeede9;

  --shadow-1: 0 1px 2px rgb(24 24 20 / .06);
  --shadow-2: 0 16px 40px -12px rgb(24 24 20 / .22), 0 2px 8px rgb(24 24 20 / .08);
}

[data-theme="dark"] {
  color-scheme: dark;
  --bg: #0f0f11;
  --surface: #161618;
  --surface-2: #1b1b1e;
  --surface-3: #242428;
  --raised: #38383e;
  --overlay: #1e1e21;
  --scrim: rgb(0 0 0 / .6);
  --border: #28282c;
  --border-strong: #3a3a40;
  --border-control: #77777f;
  --text: #ededef;
  --text-2: #c6c6cb;
  --muted: #a0a0a8;
  --disabled: #5f5f67;

  --accent: var(--brand-solid-dark);
  --accent-text: var(--brand-dark);
  --accent-hover: color-mix(in oklab, var(--brand-solid-dark) 88%, black);  /* darker here too: white text on a lighter one has 3.6:1 */
  --accent-soft: color-mix(in oklab, var(--brand-solid-dark) 20%, var(--surface));
  --accent-line: color-mix(in oklab, var(--brand-solid-dark) 55%, var(--surface));
  --on-accent: #ffffff;
  --focus: var(--brand-dark);

  --success: #62c78d; --success-soft: #15291e; --success-line: #24492f;
  --warning: #deb054; --warning-soft: #2b2312; --warning-line: #4d3e1c;
  --danger:  #f28d84; --danger-soft:  #321b1a; --danger-line:  #5a2c29;
  --info:    #79b7ec; --info-soft:    #152535; --info-line:    #26435e;

  --cat-0: #a0a0a8; --cat-1: #62c78d; --cat-2: #c29df0; --cat-3: #aab3be;
  --cat-4: #f28d84; --cat-5: #79b7ec; --cat-6: #deb054; --cat-7: #ee93c1;

  --chart-1: color-mix(in oklab, var(--brand-dark) 40%, var(--text));
  --chart-2: color-mix(in oklab, var(--brand-dark) 70%, var(--text));
  --chart-3: var(--brand-dark);
  --chart-4: color-mix(in oklab, var(--brand-dark) 50%, var(--brand-solid-dark));
  --chart-5: var(--brand-solid-dark);
  --chart-6: color-mix(in oklab, var(--brand-solid-dark) 92%, var(--surface));
  --chart-warn: #deb054;
  --chart-neutral: #77777f;
  --chart-grid: #232327;

  --shadow-1: 0 1px 2px rgb(0 0 0 / .4);
  --shadow-2: 0 16px 40px -12px rgb(0 0 0 / .7), 0 2px 8px rgb(0 0 0 / .4);
}

/* Category tints follow from the hue, so a custom category only needs one colour and one shape. */
:root, [data-theme] {
  --cat-mix: 10%;
}
[data-theme="dark"] { --cat-mix: 16%; }
`;
