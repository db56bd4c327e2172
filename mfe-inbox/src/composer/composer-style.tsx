import { styled } from 'styled-components';
import { truncate } from '@skein/ui/text';

export const Box = styled.section`
  flex: none;
  margin: 0 var(--s-4) var(--s-4);
  border: 1px solid var(--border-strong);
  border-radius: var(--r-3);
  box-shadow: var(--shadow-1);
  background: var(--surface);
  min-width: 0;
  display: flex;
  flex-direction: column;
  max-height: 62%;
  container-type: inline-size;
  &:focus-within {
    outline: 2px solid var(--focus);
    outline-offset: -1px;
  }
  /* The ring of the whole frame is the one of its text. */
  && [data-frameless] .ProseMirror:focus {
    outline: 0;
  }
  @media (max-width: 720px) {
    margin: 0 var(--s-2) var(--s-2);
    max-height: 80%;
  }
`;

export const To = styled.header`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  flex: none;
  min-height: 36px;
  padding: 0 var(--s-2) 0 var(--s-4);
  border-bottom: 1px solid var(--border);
  font-size: var(--fs-2);
  color: var(--muted);
  min-width: 0;
  & > .who {
    display: flex;
    gap: 0 var(--s-2);
    flex: 1;
    min-width: 0;
    & > span {
      ${truncate}
    }
    & b {
      color: var(--text);
      font-weight: var(--w-medium);
    }
  }
  & > [role='status'] {
    flex: none;
    font-size: var(--fs-1);
    white-space: nowrap;
  }
  & > button {
    flex: none;
  }
  /* Both addresses in full, one below the other. */
  @container (max-width: 600px) {
    min-height: 48px;
    & > .who {
      flex-direction: column;
      line-height: var(--lh-2);
      & > .from {
        font-size: var(--fs-1);
        & b {
          color: inherit;
        }
      }
    }
  }
`;

/** The addresses and the text: what scrolls between the head and the buttons. */
export const Words = styled.div`
  min-height: 0;
  overflow: auto;
  .ProseMirror {
    padding: var(--s-3) var(--s-4) !important;
  }
`;

export const Files = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-1);
  padding: 0 var(--s-4) var(--s-1);
  & > li {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 24px;
    padding: 0 2px 0 6px;
    border-radius: var(--r-1);
    box-shadow: inset 0 0 0 1px var(--border-strong);
    font-size: var(--fs-1);
    font-weight: var(--w-medium);
    color: var(--text-2);
  }
  & small {
    color: var(--muted);
    font-size: inherit;
  }
`;

export const Foot = styled.footer`
  display: flex;
  flex: none;
  align-items: center;
  flex-wrap: wrap;
  gap: 2px;
  padding: var(--s-2);
  & > .push {
    margin-left: auto;
    display: flex;
    align-items: center;
    gap: var(--s-1);
    & > label {
      margin-right: var(--s-2);
      white-space: nowrap;
    }
  }
  @container (max-width: 600px) {
    & > .morning {
      display: none;
    }
  }
`;

export const ReplyBar = styled.div`
  flex: none;
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  padding: 0 var(--s-4) var(--s-4);
  & > button:first-child {
    flex: 1;
    justify-content: flex-start;
    color: var(--muted);
    font-weight: var(--w-regular);
  }
  & kbd {
    margin-left: auto;
  }
  @media (max-width: 720px) {
    padding: 0 var(--s-2) var(--s-2);
    & kbd {
      display: none;
    }
  }
`;
