import { styled } from 'styled-components';

export const Frame = styled.div<{ $line: boolean }>`
  display: flex;
  flex-direction: column;
  min-width: 0;
  width: 100%;
  container-type: inline-size;
  border: 1px solid var(--border-strong);
  border-radius: ${({ $line }) => ($line ? 'var(--r-2)' : 'var(--r-3)')};
  background: var(--surface);
  transition: border-color var(--t-1) var(--ease);
  &:hover {
    border-color: var(--border-control);
  }
  &:focus-within {
    outline: 2px solid var(--focus);
    outline-offset: -1px;
    border-color: transparent;
  }
  &[data-invalid] {
    border-color: var(--danger);
  }
  /* Subject and text share one frame: the ring says which of the two is written in, whatever the length of what is written. */
  &[data-frameless] {
    border: 0;
    outline: 0;
    border-radius: 0;
    background: none;
    .ProseMirror:focus {
      outline: 2px solid var(--focus);
      outline-offset: -2px;
      border-radius: var(--r-2);
    }
  }
  &[data-disabled] {
    background: var(--surface-2);
  }
`;

export const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: 2px;
  padding: 4px 6px;
  overflow-x: auto;
  scrollbar-width: none;
  border-bottom: 1px solid var(--border);
  background: var(--surface-2);
  border-radius: var(--r-3) var(--r-3) 0 0;
  & > * {
    flex: none;
  }
  /* One line: where the words have no room, their icons say it. */
  @container (max-width: 600px) {
    & > [data-look]:has(> svg:first-child) {
      width: var(--h-md);
      padding: 0;
      gap: 0;
      font-size: 0;
    }
  }
  & > hr {
    width: 1px;
    height: 16px;
    margin: 0 6px;
    border: 0;
    background: var(--border-strong);
  }
`;

export const Body = styled.div<{ $line: boolean; $minHeight: number }>`
  display: flex;
  flex-direction: column;
  position: relative;
  flex: 1;
  min-width: 0;
  cursor: text;
  & > div {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-width: 0;
  }
  .ProseMirror {
    flex: 1;
    min-width: 0;
    outline: 0;
    letter-spacing: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
    ${({ $line, $minHeight }) =>
      $line
        ? 'padding: 4px 10px; min-height: 30px; line-height: 22px;'
        : `padding: var(--s-4); min-height: ${$minHeight}px; font-size: var(--fs-mail); line-height: 24px;`}
  }
  &[data-empty]::before {
    content: attr(data-placeholder);
    position: absolute;
    inset: 0 0 auto;
    overflow: hidden;
    pointer-events: none;
    color: var(--muted);
    ${({ $line }) => ($line ? 'padding: 4px 10px; line-height: 22px; white-space: nowrap; text-overflow: ellipsis;' : 'padding: var(--s-4); font-size: var(--fs-mail); line-height: 24px;')}
  }
  /* As in mail programs: a paragraph stands apart by a line's height, a box of one line does not. */
  .ProseMirror > * + *,
  .html-box > * + * {
    margin-top: 1em;
  }
  .ProseMirror > .line + .line,
  .html-box > .line + .line {
    margin-top: 0;
  }
  li > * + * {
    margin-top: 4px;
  }
  ul {
    list-style: disc;
    padding-left: 20px;
  }
  ol {
    list-style: decimal;
    padding-left: 20px;
  }
  blockquote {
    padding-left: var(--s-3);
    border-left: 2px solid var(--border-strong);
    color: var(--text-2);
  }
  h1,
  h2,
  h3,
  h4,
  h5,
  h6 {
    font-weight: var(--w-bold);
    font-size: var(--fs-4);
    line-height: var(--lh-4);
  }
  hr {
    border: 0;
    border-top: 1px solid var(--border-strong);
  }
  a {
    color: var(--accent-text);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .tag-kept {
    background: color-mix(in oklab, var(--text) 3%, transparent);
  }
  .picture img {
    max-width: 100%;
    vertical-align: bottom;
    border-radius: 2px;
  }
  .picture-text,
  .html-kept-inline {
    display: inline-block;
    padding: 0 6px;
    border-radius: var(--r-1);
    background: var(--surface-3);
    color: var(--text-2);
    font-size: var(--fs-2);
  }
  .html-kept-block {
    display: grid;
    gap: 2px;
    padding: var(--s-2) var(--s-3);
    border: 1px dashed var(--border-strong);
    border-radius: var(--r-2);
    background: var(--surface-2);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
    cursor: pointer;
  }
  .html-kept-block b {
    font-weight: var(--w-medium);
    color: var(--text-2);
  }

  mark {
    border-radius: 3px;
    background: var(--warning-soft);
    color: inherit;
    box-shadow: 0 0 0 1px var(--warning-line);
  }

  .chip {
    cursor: pointer;
    border-radius: var(--r-1);
    font-weight: var(--w-medium);
  }
  .chip-variable,
  .chip-token,
  .chip-condition {
    display: inline-flex;
    align-items: center;
    height: 20px;
    max-width: 100%;
    padding: 0 6px;
    margin: 0 1px;
    background: var(--accent-soft);
    color: var(--accent-text);
    font-size: var(--fs-2);
    line-height: 20px;
    vertical-align: ${({ $line }) => ($line ? 'baseline' : '1px')};
    white-space: nowrap;
  }
  .chip-variable em {
    padding-left: 6px;
    margin-left: 6px;
    border-left: 1px solid var(--accent-line);
    color: var(--text-2);
    font-style: normal;
    font-weight: var(--w-regular);
  }
  .chip-condition {
    background: var(--info-soft);
    color: var(--info);
    font-family: var(--mono);
    font-size: var(--fs-1);
  }
  .chip.is-bad {
    background: var(--warning-soft);
    color: var(--warning);
    box-shadow: inset 0 0 0 1px var(--warning-line);
  }
  .chip-spin {
    padding-bottom: 1px;
    border-bottom: 2px solid color-mix(in oklab, var(--cat-2) 55%, var(--surface));
    border-radius: 3px 3px 0 0;
    background: color-mix(in oklab, var(--cat-2) 6%, var(--surface));
    font-weight: inherit;
  }
  .chip-spin b {
    padding: 0 4px;
    font-weight: var(--w-regular);
    color: var(--cat-2);
  }
  .chip-spin span:not(:first-child) {
    color: var(--muted);
  }
  .ProseMirror-selectednode {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
`;

export const Form = styled.form`
  display: grid;
  gap: var(--s-3);
  padding: var(--s-3);
`;

export const FormFoot = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  & > :first-child:not(:last-child) {
    margin-right: auto;
  }
`;

/** Why a picture was not taken. */
export const Problem = styled.p`
  padding: var(--s-2) var(--s-4);
  color: var(--danger);
  font-size: var(--fs-2);
`;
