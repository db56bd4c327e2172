import { brandColours, isLegibleAccent, nearestLegible } from '@skein/contracts/brand-colours';
import { brandFontStacks, brandRadiusSizes, type BrandFont, type BrandRadius } from '@skein/contracts/brand-theme';
import { Segmented } from '@skein/ui/segmented';
import { styled } from 'styled-components';
import { useState, type CSSProperties } from 'react';

const Frame = styled.div`
  display: grid;
  gap: var(--s-4);
  justify-items: center;
  padding: var(--s-6) var(--s-4);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface);
  color: var(--text);
`;

const Brand = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  max-width: 100%;
  font-size: var(--fs-4);
  font-weight: var(--w-bold);
  overflow-wrap: anywhere;
  & > img,
  & > i {
    width: 28px;
    height: 28px;
    border-radius: var(--r-2);
    object-fit: contain;
    flex: none;
  }
  & > i {
    display: grid;
    place-items: center;
    background: var(--preview);
    color: #fff;
    font-style: normal;
  }
`;

const Form = styled.div`
  display: grid;
  gap: var(--s-2);
  width: min(240px, 100%);
  & > span {
    height: 32px;
    border: 1px solid var(--border-strong);
    border-radius: var(--r-2);
    background: var(--surface-2);
  }
  & > b {
    display: grid;
    place-items: center;
    height: 32px;
    border-radius: var(--r-2);
    background: var(--preview);
    color: #fff;
    font-weight: var(--w-medium);
  }
  & > em {
    font-style: normal;
    font-size: var(--fs-2);
    color: var(--preview-text);
    text-align: center;
  }
`;

/** How the login page of the clients will look, in both themes. */
export function BrandPreview({
  name,
  accent,
  accentDark,
  font,
  radius,
  text,
  logo,
}: {
  name: string;
  accent: string;
  accentDark: string | null;
  font: BrandFont;
  radius: BrandRadius;
  text: string;
  logo: string | null;
}) {
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const shown = isLegibleAccent(accent) ? accent : nearestLegible(/^#[0-9a-f]{6}$/.test(accent) ? accent : '#3f4fcf');
  const { onDark, solidOnDark } = brandColours(shown, accentDark);
  const [small, middle, large] = brandRadiusSizes[radius];
  const look = {
    ...(theme === 'light'
      ? { '--preview': shown, '--preview-text': shown }
      : { '--preview': solidOnDark, '--preview-text': onDark }),
    '--r-1': `${small}px`,
    '--r-2': `${middle}px`,
    '--r-3': `${large}px`,
    fontFamily: brandFontStacks[font] ?? undefined,
  } as CSSProperties;
  return (
    <div
      role="group"
      aria-label="Preview of the login page"
      style={{ display: 'grid', gap: 'var(--s-2)', justifyItems: 'start', alignContent: 'start' }}
    >
      <Segmented<'light' | 'dark'>
        label="Theme of the preview"
        value={theme}
        onValueChange={setTheme}
        items={[
          { id: 'light', label: 'Light' },
          { id: 'dark', label: 'Dark' },
        ]}
      />
      <Frame data-theme={theme} style={{ ...look, width: '100%' }}>
        <Brand>
          {logo ? (
            <img src={logo} alt="" />
          ) : (
            <i aria-hidden="true">{(/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase()}</i>
          )}
          <span>{name || 'Your agency'}</span>
        </Brand>
        {text !== '' && <p style={{ textAlign: 'center', color: 'var(--muted)', overflowWrap: 'anywhere' }}>{text}</p>}
        <Form aria-hidden="true">
          <span />
          <span />
          <b>Log in</b>
          <em>Forgot password?</em>
        </Form>
      </Frame>
    </div>
  );
}
