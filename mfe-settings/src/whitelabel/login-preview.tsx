import { brandColours } from '@skein/contracts/brand-colours';
import { brandFontStacks, brandRadiusSizes } from '@skein/contracts/brand-theme';
import { styled } from 'styled-components';
import type { CSSProperties } from 'react';
import { initialOf, lookOf, type BrandDraft } from './brand-draft';

const Frame = styled.div`
  display: grid;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  overflow: hidden;
  background: var(--surface);
  color: var(--text);
`;

/** The tab of a browser, which shows the favicon. */
const Tab = styled.div`
  display: flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  padding: 6px 10px;
  background: var(--surface-3);
  border-bottom: 1px solid var(--border);
  font-size: var(--fs-1);
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const Page = styled.div`
  display: grid;
  gap: var(--s-4);
  justify-items: center;
  padding: var(--s-6) var(--s-4);
`;

const Picture = styled.span<{ $size: number }>`
  display: grid;
  place-items: center;
  flex: none;
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  border-radius: var(--r-1);
  overflow: hidden;
  font-size: ${({ $size }) => Math.round($size * 0.6)}px;
  line-height: 1;
  font-weight: var(--w-bold);
  & > img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  &[data-initial] {
    background: var(--preview);
    color: #fff;
  }
`;

const Brand = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  max-width: 100%;
  font-size: var(--fs-4);
  font-weight: var(--w-bold);
  overflow-wrap: anywhere;
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

/** A picture of the brand, or the first letter of its name in its place. */
const Mark = ({ url, name, size }: { url: string | null; name: string; size: number }) =>
  url ? (
    <Picture $size={size}>
      <img src={url} alt="" />
    </Picture>
  ) : (
    <Picture $size={size} data-initial="" aria-hidden="true">
      {initialOf(name)}
    </Picture>
  );

/** How the login page of the clients will look, in its browser tab. */
export function LoginPreview({ draft, theme }: { draft: BrandDraft; theme: 'light' | 'dark' }) {
  const look = lookOf(draft);
  const { onDark, solidOnDark } = brandColours(look.accent, look.accentDark);
  const [small, middle, large] = brandRadiusSizes[look.radius];
  const name = draft.name || 'Your agency';
  const style = {
    ...(theme === 'light'
      ? { '--preview': look.accent, '--preview-text': look.accent }
      : { '--preview': solidOnDark, '--preview-text': onDark }),
    '--r-1': `${small}px`,
    '--r-2': `${middle}px`,
    '--r-3': `${large}px`,
    fontFamily: brandFontStacks[look.font] ?? undefined,
  } as CSSProperties;
  return (
    <Frame data-theme={theme} style={style}>
      <Tab>
        <Mark url={draft.favicon} name={name} size={16} />
        <span>{name}</span>
      </Tab>
      <Page>
        <Brand>
          <Mark url={draft.logo} name={name} size={28} />
          <span>{name}</span>
        </Brand>
        {draft.loginText !== '' && (
          <p style={{ textAlign: 'center', color: 'var(--muted)', overflowWrap: 'anywhere' }}>{draft.loginText}</p>
        )}
        <Form aria-hidden="true">
          <span />
          <span />
          <b>Log in</b>
          <em>Forgot password?</em>
        </Form>
      </Page>
    </Frame>
  );
}
