'use strict';
/** Nothing of a file is left to the next one that runs in the same document, except styles: styled-components writes each of them once. */
exports.leavePage = () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  for (const element of [document.documentElement, document.body, document.head])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  document.body.replaceChildren();
  document.title = '';
  window.history.replaceState(null, '', '/');
};
