/** What a person can choose; `system` follows the operating system. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** The brand variables of a whitelabel theme. `logo` is a URL of an image on our own origin. */
export interface Brand {
  name: string;
  /** `#rrggbb`, at least 4.5:1 on white. */
  color: string;
  /** The same hue, legible as text on dark surfaces. */
  colorOnDark: string;
  /** The same hue, legible under white text on dark surfaces. */
  solidOnDark: string;
  logo?: string;
}

const darkQuery = '(prefers-color-scheme: dark)';

/** The theme that `choice` means now. */
export function resolveTheme(choice: ThemeChoice): 'light' | 'dark' {
  if (choice !== 'system') return choice;
  return window.matchMedia(darkQuery).matches ? 'dark' : 'light';
}

/** Puts `choice` on the document and, for `system`, follows changes. Returns what undoes the following. */
export function applyTheme(choice: ThemeChoice): () => void {
  const set = () => {
    document.documentElement.dataset.theme = resolveTheme(choice);
  };
  set();
  if (choice !== 'system') return () => {};
  const media = window.matchMedia(darkQuery);
  media.addEventListener('change', set);
  return () => media.removeEventListener('change', set);
}

/** Overrides the brand variables on the document; `null` restores the product's own. */
export function applyBrand(brand: Brand | null): void {
  const style = document.documentElement.style;
  const values: Record<string, string | undefined> = {
    '--brand': brand?.color,
    '--brand-dark': brand?.colorOnDark,
    '--brand-solid-dark': brand?.solidOnDark,
    '--brand-name': brand ? JSON.stringify(brand.name) : undefined,
    '--brand-logo': brand?.logo ? `url(${JSON.stringify(brand.logo)})` : undefined,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) style.removeProperty(name);
    else style.setProperty(name, value);
  }
}
