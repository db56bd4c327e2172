import type { ReactNode } from 'react';
import { isAgencyAddress } from '@skein/mfe/brand';
import { BareLink } from '@skein/ui/link';
import { styled } from 'styled-components';
import { Logo } from '../frame/frame-style';
import { runtimeConfig } from '../runtime-config';
import { ProofPanel } from './proof-panel';
import { ServiceStatus } from './service-status';

const Page = styled.main<{ $single: boolean }>`
  min-height: 100dvh;
  display: grid;
  grid-template-columns: ${({ $single }) => ($single ? 'minmax(0, 1fr)' : 'minmax(0, 5fr) minmax(0, 6fr)')};
  background: var(--surface);
  @media (max-width: 900px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Column = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--s-6);
  padding: var(--s-8) var(--s-10);
  @media (max-width: 900px) {
    padding: var(--s-6);
    min-height: 100dvh;
  }
`;

const BrandLine = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  font-size: var(--fs-4);
  line-height: var(--lh-4);
  font-weight: var(--w-bold);
  letter-spacing: -0.01em;
  & > span:last-child::after {
    content: var(--brand-name);
  }
`;

const Content = styled.div<{ $wide: boolean }>`
  width: 100%;
  max-width: ${({ $wide }) => ($wide ? 440 : 344)}px;
  /* From a fixed height on, not centred: what an error adds must not move what is above it. */
  margin: clamp(0px, 13vh, 150px) auto auto;
  display: flex;
  flex-direction: column;
  gap: var(--s-4);
  & form {
    display: flex;
    flex-direction: column;
    gap: var(--s-4);
  }
`;

const Head = styled.div`
  margin-bottom: var(--s-2);
  & > h1 {
    font-size: var(--fs-6);
    line-height: var(--lh-6);
    font-weight: var(--w-bold);
    letter-spacing: -0.02em;
  }
  & > p {
    color: var(--muted);
  }
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-4);
  font-size: var(--fs-2);
  color: var(--muted);
  & a {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
  }
  & a:hover {
    color: var(--text);
  }
  & > :last-child {
    margin-left: auto;
  }
`;

/** "or", between two ways. */
export const Or = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-3);
  color: var(--muted);
  font-size: var(--fs-2);
  &::before,
  &::after {
    content: '';
    flex: 1;
    height: 1px;
    background: var(--border);
  }
`;

/** A quiet centred line below a form. */
export const Aside = styled.p`
  text-align: center;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  & a {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
  }
`;

/** The page of every public screen: the brand, one form, the foot, and on a wide screen what the product is about. */
export function PublicLayout({
  title,
  text,
  wide = false,
  foot,
  children,
}: {
  title: string;
  text: ReactNode;
  /** For cards of choices. */
  wide?: boolean;
  /** In place of the links below the form. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  const { links = {} } = runtimeConfig();
  // At an agency's address the form has the page to itself: what we say of the product is not the agency's.
  const single = isAgencyAddress();
  return (
    <Page id="page" $single={single}>
      <Column>
        <BrandLine>
          <Logo $size={28} aria-hidden="true" />
          <span />
        </BrandLine>
        <Content $wide={wide}>
          <Head>
            <h1>{title}</h1>
            <p>{text}</p>
          </Head>
          {children}
        </Content>
        <Foot>
          {foot ?? <BareLink href="/client-login">Client login</BareLink>}
          {links.privacy && <a href={links.privacy}>Privacy</a>}
          {links.terms && <a href={links.terms}>Terms</a>}
          <ServiceStatus />
        </Foot>
      </Column>
      {!single && <ProofPanel />}
    </Page>
  );
}
